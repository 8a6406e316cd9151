/** A report's table as CSV (rulings 31, 39): the rows and totals of the page, numbers as numbers. */
import type { FileCell, FileFormat } from '../../i18n/file-format'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { csvHeaders, csvLines, exportName } from '../export/csv.server'
import { fileOf } from '../export/file-address.server'
import { loadReportFile, reportPermission } from './report.server'
import { sheetOf, type SheetColumn, type SheetRow } from './sheet'

export const loader = guarded(reportPermission, async ctx => {
  const { t, locale, timeZone } = ctx
  const { report, query, notices, title, answer } = await loadReportFile(ctx, ['format'])
  const file = fileOf(ctx, notices)
  const { columns, rows, totals } = sheetOf(report, await answer(), query.by, t, formatter(locale, timeZone))
  const head = columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label))
  async function* pieces() {
    yield await Promise.resolve([...rows, ...totals].map(row => lineOf(row, columns, file)))
  }
  const body = await csvLines(head, pieces(), file)
  return new Response(body, { headers: csvHeaders(exportName(title, Date.now(), timeZone)) })
})

const lineOf = ({ values }: SheetRow, columns: readonly SheetColumn[], file: FileFormat): FileCell[] =>
  values.map((value, index): FileCell => {
    const kind = columns[index]?.kind
    if (value === null) return ''
    if (typeof value === 'string')
      return kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? file.day(value) : value
    return kind === 'count' ? file.number(value) : file.decimal(value, 2)
  })
