/** A strip of gaming days: one ink in four steps, darker for more hours in which nothing was reported. */
import type { LocationBoard } from '../../../backend/operations/board/board.contract'
import { useShell } from '../../console/shell-context'
import { Section } from '../../ui/page'

type Day = NonNullable<LocationBoard['completeness']>[number]

const stepOf = ({ missing, over }: Day) =>
  !over && missing === 0 ? 'open' : missing === 0 ? 'q0' : missing <= 3 ? 'q1' : missing <= 12 ? 'q2' : 'q3'

export function Completeness({ days }: { days: readonly Day[] }) {
  const { t, format } = useShell()
  return (
    <Section
      title={t('board:completeness')}
      more={<span className="soft">{t('board:completeness_hint')}</span>}
    >
      <div className="cal-region" role="region" aria-label={t('board:completeness')} tabIndex={0}>
        <table className="cal">
          <caption className="sr-only">{t('board:completeness_hint')}</caption>
          <thead>
            <tr>
              <td />
              {days.map(({ day }) => (
                <th key={day} scope="col">
                  <time dateTime={day}>{Number(day.slice(8))}</time>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('board:hours_missing')}</th>
              {days.map(day => (
                <td
                  key={day.day}
                  className={stepOf(day)}
                  title={t('board:missing_of', {
                    day: format.day(day.day),
                    missing: day.missing,
                    hours: day.hours,
                  })}
                >
                  {day.missing > 0 ? (
                    format.number(day.missing)
                  ) : (
                    <span className="sr-only">{t(day.over ? 'board:complete' : 'board:day_open')}</span>
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </Section>
  )
}
