/**
 * What stands over a report's table, on screen, on paper and in a workbook: which days, in which zone, how complete.
 */
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { Report } from '../definition/define-report'
import { completenessWords } from '../export/sheet'

/** Its first day has not begun anywhere: at two in the morning the gaming day of that date has not. */
export const isAhead = ({ from, open_day, rows, missing_days }: ReportAnswer): boolean =>
  open_day !== null && from > open_day && rows.length === 0 && missing_days.length === 0

export const aboutReport = (answer: ReportAnswer, t: Translate, format: Format): string[] => [
  answer.standing
    ? t('engine:report.standing', { day: format.gamingDay(answer.to), zone: answer.time_zone })
    : t(answer.calendar ? 'engine:report.calendar_days' : 'engine:report.days', {
        from: format.gamingDay(answer.from),
        to: format.gamingDay(answer.to),
        zone: answer.time_zone,
      }),
  ...(isAhead(answer) ? [] : completenessWords(answer, t, format)),
  ...(answer.before
    ? [
        t('engine:report.compared', {
          from: format.gamingDay(answer.before.from),
          to: format.gamingDay(answer.before.to),
        }),
      ]
    : []),
  ...(answer.left_out
    ? [
        t('engine:report.left_out', {
          shown: format.number(answer.rows.length),
          left: format.number(answer.left_out),
        }),
      ]
    : []),
  ...openWords(answer, t, format),
]

/** Of rows outside their band alone: how many of how many, and whose the totals are. */
export const outsideWords = (
  { texts }: Pick<Report, 'texts'>,
  { outside }: ReportAnswer,
  t: Translate,
  format: Format,
): string[] =>
  outside
    ? [
        t(`${texts}:outside.shown`, { rows: format.number(outside.rows), of: format.number(outside.of) }),
        ...(outside.of > 0 ? [t('engine:report.totals_of_all', { of: format.number(outside.of) })] : []),
      ]
    : []

/** Every line that a report has around its table, on the screen as in each of its files. */
export const linesOfReport = (
  { texts, hasNote }: Pick<Report, 'texts' | 'hasNote'>,
  answer: ReportAnswer,
  t: Translate,
  format: Format,
): string[] => [
  ...aboutReport(answer, t, format),
  ...outsideWords({ texts }, answer, t, format),
  ...(answer.rows.length === 0
    ? answer.outside?.of
      ? []
      : [t(`${texts}:none`)]
    : hasNote
      ? [t(`${texts}:note`)]
      : []),
]

/** Of the days that were looked at the first that is not over. */
function openWords(answer: ReportAnswer, t: Translate, format: Format): string[] {
  const { from, to, open_day: day } = answer
  if (day === null || day > to) return []
  if (isAhead(answer)) return [t('engine:report.ahead', { day: format.gamingDay(day) })]
  return [t('engine:report.open', { day: format.gamingDay(day < from ? from : day) })]
}
