/** How complete a day is, in one line: a mark with its words, the same in every table and file. */
import type { DayQualityNote, ReportRow } from '../../../backend/platform/contract/report'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'

interface Known {
  hours: ReportRow['hours']
  quality?: DayQualityNote | null | undefined
  /** Of many days: slots without readings, day by day. */
  silentDays?: number
}

/**
 * "Complete", "21 of 24 h", "1 slot without readings", "2 open repairs", each with "closed" behind it once that is so.
 * Null where nobody counts hours, and before the first one is over.
 */
export function qualityBadge(
  { hours, quality, silentDays = 0 }: Known,
  t: Translate,
  { number }: Pick<Format, 'number'>,
): { mark: Mark; words: string } | null {
  const held = quality?.held ?? 0
  if (!hours || (hours.expected === 0 && held === 0)) return null
  const silent = quality?.silent ?? 0
  const isInDoubt = held + silent + silentDays > 0
  const isPartial = hours.known < hours.expected
  const words = [
    ...(held > 0 ? [t('engine:report.repairs', { count: held })] : []),
    ...(silent > 0 ? [t('engine:report.silent', { count: silent })] : []),
    ...(silentDays > 0 ? [t('engine:report.silent_days', { count: silentDays })] : []),
    ...(isPartial
      ? [t('engine:report.hours_of', { known: number(hours.known), expected: number(hours.expected) })]
      : []),
    ...(!isInDoubt && !isPartial ? [t('engine:report.complete')] : []),
    ...(quality?.closed ? [t('engine:report.closed')] : []),
  ]
  const mark = hours.known === 0 && isPartial ? 'bad' : isInDoubt || isPartial ? 'warn' : 'good'
  return { mark, words: words.join(', ') }
}
