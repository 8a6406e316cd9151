/** A report's table as a PDF; the rows and totals of the page. */
import { formatter } from '../../i18n/format'
import { houseOnPaper } from '../../session/appearance.server'
import { guarded } from '../../session/guard.server'
import { exportName } from '../export/csv.server'
import { refuseUnused } from '../export/file-address.server'
import { pdfHeaders, pdfOf } from '../paper/pdf.server'
import { linesOfReport } from './about'
import { reportPaper } from './report-paper'
import { withFigures } from '../definition/define-report'
import { loadReportFile, reportPermission } from './report.server'
import { sheetOf } from '../export/sheet'

/** Forty pages: what is longer is read in a spreadsheet. */
const MOST = 1_000

export const loader = guarded(reportPermission, async ctx => {
  const { t, locale, timeZone, user } = ctx
  const { report, query, notices, title, answer: read } = await loadReportFile(ctx, [])
  refuseUnused(ctx, notices)
  const answer = await read(MOST)
  const format = formatter(locale, timeZone)
  const file = await pdfOf(
    reportPaper(
      {
        title,
        lines: linesOfReport(report, answer, t, format),
        sheet: sheetOf(withFigures(report, query.figures), answer, query.by, t, format),
        answer,
        reader: user.full_name || user.username,
        house: await houseOnPaper(user.tenant_id, ctx.api),
      },
      t,
      format,
    ),
  )
  return new Response(file as Uint8Array<ArrayBuffer>, {
    headers: pdfHeaders(exportName(title, answer.as_of, timeZone)),
  })
})
