/** A location's gaming day, in a number, a class and words, for the meter calendar and the location's page. */
import type { CalendarDay } from '../../../backend/accounting/days/calendar.contract'
import { useShell } from '../../console/shell-context'

/** Hours of a day of which only whole slots are known. */
const DAY_HOURS = 24

/** Hours without readings, for each slot on average, rounded up: what is not whole is never 0. */
function missingIn({ running, hours, slots, silent }: CalendarDay): number {
  // What goes on can miss nothing yet.
  if (slots === 0 || running) return 0
  return Math.ceil(hours ? (hours.expected - hours.known) / slots : (DAY_HOURS * silent) / slots)
}

function classOf(day: CalendarDay): string {
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

function useDayWords(): (day: CalendarDay) => string {
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

/** A cell of a table of class `cal`. What is not whole leads to its day. */
export function DayCell({
  location,
  date,
  day,
  className = '',
}: {
  location: string
  date: string
  /** Null: no slot stood there. */
  day: CalendarDay | null
  className?: string
}) {
  const { format } = useShell()
  const wordsOf = useDayWords()
  if (!day) return <td className={className} />
  const words = wordsOf(day)
  const missing = missingIn(day)
  return (
    <td className={`${classOf(day)} ${className}`.trim()} title={words}>
      {missing === 0 && day.held === 0 ? (
        <span className="sr-only">{words}</span>
      ) : (
        <a href={`/locations/${location}/days/${date}`} aria-label={words}>
          {format.number(missing)}
        </a>
      )}
    </td>
  )
}
