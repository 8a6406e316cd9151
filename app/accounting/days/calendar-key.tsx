import { useShell } from '../../console/shell-context'

const marks = [
  ['complete', 'q0', ''],
  ['few', 'q1', '2'],
  ['some', 'q2', '6'],
  ['many', 'q3', '24'],
  ['open', 'open', '4'],
  ['repair', 'fix', ''],
  ['closed', 'q0 closed', ''],
] as const

/** What the calendar's shapes say. */
export function CalendarKey() {
  const { t } = useShell()
  return (
    <ul className="key">
      {marks.map(([name, mark, sample]) => (
        <li key={name}>
          <i className={mark} aria-hidden="true">
            {sample}
          </i>
          {t(`days:calendar.key.${name}`)}
        </li>
      ))}
    </ul>
  )
}
