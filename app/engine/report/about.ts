/** What stands over a report's table, on screen, on paper and in a workbook: which days, in which zone, how complete. */
import type { ReportAnswer } from '../../../backend/contract/report'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { completenessWords } from './sheet'

export const aboutReport = (answer: ReportAnswer, t: Translate, format: Format): string[] => [
  answer.standing
    ? t('engine:report.standing', { day: format.gamingDay(answer.to), zone: answer.time_zone })
    : t(answer.calendar ? 'engine:report.calendar_days' : 'engine:report.days', {
        from: format.gamingDay(answer.from),
        to: format.gamingDay(answer.to),
        zone: answer.time_zone,
      }),
  ...completenessWords(answer, t, format),
  ...(answer.left_out
    ? [
        t('engine:report.left_out', {
          shown: format.number(answer.rows.length),
          left: format.number(answer.left_out),
        }),
      ]
    : []),
  ...(answer.open_day ? [t('engine:report.open', { day: format.gamingDay(answer.open_day) })] : []),
]
