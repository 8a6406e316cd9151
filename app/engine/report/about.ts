/** What stands over a report's table, on screen, on paper and in a workbook: which days, in which zone, how complete. */
import type { ReportAnswer } from '../../../backend/contract/report'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { completenessWords } from './sheet'

/** Its first day comes after the one that runs: at two in the morning a gaming day of today's date has not begun. */
export const isAhead = ({ from, open_day }: Pick<ReportAnswer, 'from' | 'open_day'>): boolean =>
  open_day !== null && from > open_day

export const aboutReport = (answer: ReportAnswer, t: Translate, format: Format): string[] => [
  answer.standing
    ? t('engine:report.standing', { day: format.gamingDay(answer.to), zone: answer.time_zone })
    : t(answer.calendar ? 'engine:report.calendar_days' : 'engine:report.days', {
        from: format.gamingDay(answer.from),
        to: format.gamingDay(answer.to),
        zone: answer.time_zone,
      }),
  ...(isAhead(answer) ? [] : completenessWords(answer, t, format)),
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

function openWords({ from, to, open_day: day }: ReportAnswer, t: Translate, format: Format): string[] {
  if (day === null || day > to) return []
  return [t(day < from ? 'engine:report.ahead' : 'engine:report.open', { day: format.gamingDay(day) })]
}
