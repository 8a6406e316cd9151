/** The meter calendar's page: which month and which page of locations its address asks for. */
import { localTime } from '../../../backend/platform/contract/time-zone'
import {
  CALENDAR_ROWS,
  calendarAnswer,
  calendarPath,
  isoMonth,
  type Calendar,
} from '../../../backend/accounting/days/calendar.contract'
import { attempt, type Failure } from '../../engine/data/failure.server'
import { unusedOf } from '../../engine/address/notice'
import { pageInReach, pageOrFailure } from '../../engine/data/paging.server'
import type { GuardedContext } from '../../session/guard.server'
import type { Notice } from '../../engine/address/list-spec'

export interface CalendarShown {
  title: string
  /** All three are YYYY-MM; the current month has no next one. */
  month: string
  previous: string
  next: string | null
  page: number
  calendar: Calendar | null
  failure: Failure | null
  notices: Notice[]
}

export async function loadCalendar({ api, t, url, timeZone }: GuardedContext) {
  const current = monthAt(Date.now(), timeZone)
  const known = {
    month: (text: string) => isoMonth.safeParse(text).success && text <= current,
    page: (text: string) => /^[1-9]\d{0,4}$/.test(text),
  }
  const notices = unusedOf(url.searchParams, known)
  const usable = (name: keyof typeof known) => {
    const text = url.searchParams.get(name) ?? ''
    return known[name](text) ? text : undefined
  }
  const month = usable('month') ?? current
  const page = Number(usable('page') ?? 1)
  const { value, failure } = await attempt(
    pageInReach({ page, rowsPerPage: CALENDAR_ROWS }, notices, async query => {
      const search = new URLSearchParams({ month, page: String(query.page - 1) })
      const calendar = await api.call('GET', `${calendarPath}?${search.toString()}`, {
        schema: calendarAnswer,
      })
      return { calendar, total: calendar.location_total }
    }),
  )
  return pageOrFailure<CalendarShown>({
    title: t('days:calendar.title'),
    month,
    previous: shiftedMonth(month, -1),
    next: month < current ? shiftedMonth(month, 1) : null,
    page: value?.query.page ?? page,
    calendar: value?.answer.calendar ?? null,
    failure: failure ?? null,
    notices,
  })
}

/** Of the viewer's calendar. */
function monthAt(instant: number, timeZone: string): string {
  return localTime(instant, timeZone).toFormat('yyyy-MM')
}

/** `by` months later. */
function shiftedMonth(month: string, by: number): string {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nr - 1 + by, 1)).toISOString().slice(0, 7)
}
