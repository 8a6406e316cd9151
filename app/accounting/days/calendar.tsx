/** Which readings are there: locations by gaming days of a month. What is not whole leads to its day. */
import {
  CALENDAR_ROWS,
  type Calendar,
  type CalendarDay,
} from '../../../backend/accounting/days/calendar.contract'
import { useAcrossPaper } from '../../ui/paper'
import { useShell, useLoaded } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { Notices } from '../../engine/components/list-notes'
import { Pager } from '../../engine/components/pager'
import { listHeaders } from '../../engine/data/paging.server'
import { guarded } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { Field } from '../../ui/field'
import { EmptyState, PageHeader } from '../../ui/page'
import { CalendarKey } from './calendar-key'
import { loadCalendar } from './calendar.server'
import { DayCell } from './calendar-day'

export const loader = guarded('slot::get', loadCalendar)
export const headers = listHeaders

/** Letters: a name with more takes more than one line. */
const LONG_NAME = 24
const PATH = '/reports/meter-calendar'
const hrefOf = (month: string, page = 1) => `${PATH}?month=${month}${page > 1 ? `&page=${page}` : ''}`

export default function MeterCalendarPage() {
  const { title, month, page, calendar, failure, notices, previous, next } = useLoaded<typeof loader>()
  const { t, format } = useShell()
  return (
    <>
      <PageHeader
        title={`${title} ${format.month(month)}`}
        age={calendar ? t('engine:list.as_of', { time: format.dateTime(calendar.as_of) }) : undefined}
        commands={
          <>
            <LinkButton href={hrefOf(previous)}>{t('days:calendar.previous')}</LinkButton>
            {next ? <LinkButton href={hrefOf(next)}>{t('days:calendar.next')}</LinkButton> : null}
          </>
        }
      />
      <Notices notices={notices} />
      <search className="no-print">
        <form method="get" action={PATH} className="mb-2 flex flex-wrap items-end gap-2">
          <Field id="month" label={t('days:calendar.month')}>
            <input id="month" name="month" type="month" className="input month" defaultValue={month} />
          </Field>
          <Button icon="filter">{t('days:calendar.show')}</Button>
        </form>
      </search>
      {failure ? <FailureNote failure={failure} /> : null}
      {calendar ? <Rows calendar={calendar} title={title} page={page} /> : null}
    </>
  )
}

function Rows({ calendar, title, page }: { calendar: Calendar; title: string; page: number }) {
  const { t, format } = useShell()
  useAcrossPaper()
  const { month, days, locations: rows, location_total: total } = calendar
  if (rows.length === 0)
    return <EmptyState title={t('days:calendar.none')}>{t('days:calendar.none_what')}</EmptyState>
  const caption = t('days:calendar.caption', { month: format.month(month) })
  return (
    <>
      <div className="cal-region calendar" role="region" aria-label={title} tabIndex={0}>
        <table className="cal">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('days:calendar.location')}</span>
              </th>
              {days.map(day => (
                <th key={day} scope="col" className={weekOf(day)}>
                  {Number(day.slice(8))}
                </th>
              ))}
              {(['whole', 'repairs', 'closed_days'] as const).map(sum => (
                <th key={sum} scope="col" className="sum">
                  {sum === 'whole' ? `${t('days:calendar.whole')} %` : t(`days:calendar.${sum}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Row key={row.location._id} row={row} days={days} />
            ))}
          </tbody>
        </table>
      </div>
      <CalendarKey />
      <p className="soft">{t('days:calendar.what')}</p>
      <Pager
        page={page}
        rowsPerPage={CALENDAR_ROWS}
        total={total}
        shown={rows.length}
        href={one => hrefOf(month, one)}
      />
    </>
  )
}

function Row({
  row: { location, days: known },
  days,
}: {
  row: Calendar['locations'][number]
  days: string[]
}) {
  const { format } = useShell()
  const closedWords = useClosedWords()
  const hours = known.flatMap(day => day?.hours ?? [])
  const [reported, expected] = (['known', 'expected'] as const).map(name =>
    hours.reduce((sum, one) => sum + one[name], 0),
  )
  const held = known.reduce((sum, day) => sum + (day?.held ?? 0), 0)
  return (
    <tr>
      <th scope="row" className={location.name.length > LONG_NAME ? 'long' : undefined}>
        <a className="link" href={`/locations/${location._id}/days?by=day&from=${days[0]}&to=${days.at(-1)}`}>
          {location.name}
        </a>
      </th>
      {known.map((day, index) => {
        const date = days[index] ?? ''
        return <DayCell key={date} location={location._id} date={date} day={day} className={weekOf(date)} />
      })}
      <td className="sum">
        {expected ? format.percentPoints(Math.floor(((reported ?? 0) * 10_000) / expected)) : '–'}
      </td>
      <td className="sum">{held > 0 ? format.number(held) : '–'}</td>
      <td className="sum">{closedWords(known, days)}</td>
    </tr>
  )
}

/**
 * To which day all are closed; where one before is open, how many are and which is the first that is not. Days without
 * slots stand in nobody's way.
 */
function useClosedWords() {
  const { t, format } = useShell()
  return (known: readonly (CalendarDay | null)[], days: readonly string[]): string => {
    const own = known.flatMap((day, at) => (day ? [{ ...day, date: days[at] ?? '' }] : []))
    const closed = own.filter(({ state }) => state !== 'open')
    const last = closed.at(-1)
    if (!last) return own.length > 0 ? t('days:calendar.closed_none') : '–'
    const open = own.find(({ state }) => state === 'open')
    if (!open || open.date > last.date)
      return t('days:calendar.closed_up_to', { day: format.gamingDay(last.date) })
    return t('days:calendar.closed_some', {
      closed: format.number(closed.length),
      count: own.length,
      day: format.gamingDay(open.date),
    })
  }
}

/** Monday begins a group; Saturday and Sunday are the days on which most is played. */
function weekOf(day: string): string {
  const nr = new Date(day).getUTCDay()
  return nr === 1 ? 'mon' : nr === 0 || nr === 6 ? 'we' : ''
}
