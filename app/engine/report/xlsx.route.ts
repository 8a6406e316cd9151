/** A report's table as a workbook; the rows and totals of the page. */
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { exportName } from '../export/csv.server'
import { refuseUnused } from '../export/file-address.server'
import { xlsxHeaders, xlsxOf } from '../export/xlsx.server'
import { linesOfReport } from './about'
import { shownOf } from '../definition/define-report'
import { loadReportFile, reportPermission } from './report.server'
import { sheetOf } from '../export/sheet'

export const loader = guarded(reportPermission, async ctx => {
  const { t, locale, timeZone } = ctx
  const { report, query, notices, title, answer: read } = await loadReportFile(ctx, [])
  refuseUnused(ctx, notices)
  const answer = await read()
  const format = formatter(locale, timeZone)
  const [days = '', ...under] = linesOfReport(report, answer, t, format)
  const book = await xlsxOf({
    title,
    over: days,
    sheet: sheetOf(shownOf(report, query.figures, answer), answer, query.by, t, format),
    under,
  })
  return new Response(book as Uint8Array<ArrayBuffer>, {
    headers: xlsxHeaders(exportName(title, Date.now(), timeZone)),
  })
})
