/** A report's table as CSV: the rows, totals and lines of the page; for programs the rows and totals by names. */
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { csvHeaders, exportName } from '../export/csv.server'
import { fileOf } from '../export/file-address.server'
import { linesOfReport } from './about'
import { csvTable } from './csv-table.server'
import { machineSheet } from './machine-sheet'
import { shownOf } from '../definition/define-report'
import { loadReportFile, reportPermission } from './report.server'
import { sheetOf } from '../export/sheet'

export const loader = guarded(reportPermission, async ctx => {
  const { t, locale, timeZone } = ctx
  const { report, query, notices, title, answer: read } = await loadReportFile(ctx, ['format'])
  const file = fileOf(ctx, notices)
  const answer = await read()
  const format = formatter(locale, timeZone)
  const body = await (file.kind === 'machine'
    ? csvTable(
        machineSheet(answer.columns ? shownOf(report, query.figures, answer) : report, answer, query.by),
        file,
      )
    : csvTable(
        sheetOf(shownOf(report, query.figures, answer), answer, query.by, t, format),
        file,
        linesOfReport(report, answer, t, format),
      ))
  return new Response(body, { headers: csvHeaders(exportName(title, Date.now(), timeZone)) })
})
