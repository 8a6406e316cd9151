/** A report's table as a PDF; the rows and totals of the page. */
import { formatter } from '../../i18n/format'
import { houseOnPaper } from '../../session/appearance.server'
import { guarded } from '../../session/guard.server'
import { RefusedFile } from '../../session/refused-file'
import { exportName } from '../export/csv.server'
import { refuseUnused } from '../export/file-address.server'
import { pdfHeaders, pdfOf } from '../paper/pdf.server'
import { linesOfReport } from './about'
import { reportPaper } from './report-paper'
import { shownOf } from '../definition/define-report'
import { loadReportFile, reportPermission } from './report.server'
import { sheetOf } from '../export/sheet'

/** Forty pages: what is longer is read in a spreadsheet. */
const MOST = 1_000
/** A day's hours with their sum. Of more, letters are too small to be read. */
const MOST_COLUMNS = 26

export const loader = guarded(reportPermission, async ctx => {
  const { t, locale, timeZone, user } = ctx
  const { report, query, notices, title, answer: read } = await loadReportFile(ctx, [])
  refuseUnused(ctx, notices)
  const answer = await read(MOST)
  const format = formatter(locale, timeZone)
  const sheet = sheetOf(shownOf(report, query.figures, answer), answer, query.by, t, format)
  if (sheet.columns.length > MOST_COLUMNS)
    throw new RefusedFile(
      t('errors:codes.file_too_wide'),
      [t('engine:report.too_many_columns', { limit: MOST_COLUMNS })],
      'file_too_wide',
    )
  const file = await pdfOf(
    reportPaper(
      {
        title,
        lines: linesOfReport(report, answer, t, format),
        sheet,
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
