/** A day of the meter calendar, in a number, a class and words. */
import type { CalendarDay } from '../../../backend/accounting/days/calendar.contract'
import { useShell } from '../../console/shell-context'

/** Hours of a day of which only whole slots are known. */
const DAY_HOURS = 24

/** Hours without readings, for each slot on average, rounded up: what is not whole is never 0. */
export function missingIn({ running, hours, slots, silent }: CalendarDay): number {
  // What goes on can miss nothing yet.
  if (slots === 0 || running) return 0
  return Math.ceil(hours ? (hours.expected - hours.known) / slots : (DAY_HOURS * silent) / slots)
}

export function classOf(day: CalendarDay): string {
  const missing = missingIn(day)
  const step = missing === 0 ? 'q0' : missing <= 3 ? 'q1' : missing <= 12 ? 'q2' : 'q3'
  return [
    missing === 0 && day.state === 'open' ? 'open' : step,
    day.state !== 'open' && 'closed',
    day.held > 0 && 'fix',
  ]
    .filter(Boolean)
    .join(' ')
}

export function useDayWords(): (day: CalendarDay) => string {
  const { t, format } = useShell()
  return day => {
    const { state, running, hours, slots, silent, held } = day
    const reported = hours
      ? hours.known < hours.expected
        ? t('days:calendar.missing_of', {
            known: format.number(hours.known),
            expected: format.number(hours.expected),
          })
        : t('days:calendar.complete')
      : silent > 0
        ? t('days:calendar.silent_of', { count: silent, slots: format.number(slots) })
        : t('days:calendar.told')
    return [
      t(`days:calendar.${running ? 'running' : state}`),
      reported,
      ...(held > 0 ? [t('engine:report.repairs', { count: held })] : []),
    ].join(', ')
  }
}
