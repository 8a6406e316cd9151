import { useShell } from '../../console/shell-context'

/** Days in a row of which a table has the same to say: one line, which opens into a link for each. */
export function FoldedDays({ days, href }: { days: readonly string[]; href?: (day: string) => string }) {
  const { t, format } = useShell()
  const [first = '', last = first] = [days[0], days.at(-1)]
  return (
    <details className="folded">
      <summary>
        {t('engine:report.folded', {
          count: days.length,
          days:
            first === last
              ? format.gamingDay(first)
              : `${format.gamingDay(first)} – ${format.gamingDay(last)}`,
        })}
      </summary>
      <ul>
        {days.map(day => (
          <li key={day}>
            {href ? (
              <a className="link" href={href(day)}>
                {format.gamingDay(day)}
              </a>
            ) : (
              format.gamingDay(day)
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
