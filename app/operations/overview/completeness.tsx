/** A strip of a location's last gaming days, as the meter calendar shows them. */
import type { LocationOverview } from '../../../backend/operations/overview/overview.contract'
import { DayCell } from '../../accounting/days/calendar-day'
import { useShell } from '../../console/shell-context'
import { Section } from '../../ui/page'

type Day = NonNullable<LocationOverview['completeness']>[number]

export function Completeness({ location, days }: { location: string; days: readonly Day[] }) {
  const { t } = useShell()
  return (
    <Section
      title={t('overview:completeness')}
      more={
        <a className="link" href="/reports/meter-calendar">
          {t('days:calendar.title')}
        </a>
      }
    >
      <div className="cal-region" role="region" aria-label={t('overview:completeness')} tabIndex={0}>
        <table className="cal">
          <caption className="sr-only">{t('days:calendar.what')}</caption>
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
              <th scope="row">{t('overview:hours_missing')}</th>
              {days.map(({ day, known }) => (
                <DayCell key={day} location={location} date={day} day={known} />
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <p className="soft">{t('days:calendar.what')}</p>
    </Section>
  )
}
