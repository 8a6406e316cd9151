/** The meter calendar's page: which month and which page of locations its address asks for. */
import {
  CALENDAR_ROWS,
  calendarAnswer,
  calendarPath,
  isoMonth,
  type Calendar,
} from '../../../backend/days/calendar.contract'
import { attempt, type Failure } from '../../engine/failure.server'
import type { Notice } from '../../engine/list/list-query'
import { noticeOf, unusedOf } from '../../engine/list/notice'
import { pageInReach, pageOrFailure } from '../../engine/list/paging.server'
import type { GuardedContext } from '../../session/guard.server'

export interface CalendarShown {
  title: string
  /** YYYY-MM, as those beside it; there is no next one after the current month. */
  month: string
  previous: string
  next: string | null
  page: number
  calendar: Calendar | null
  failure: Failure | null
  notices: Notice[]
}

export async function loadCalendar({ api, t, url, timeZone }: GuardedContext) {
  const notices: Notice[] = []
  const current = monthAt(Date.now(), timeZone)
  const month =
    read(url, 'month', notices, text => isoMonth.safeParse(text).success && text <= current) ?? current
  const page = Number(read(url, 'page', notices, text => /^[1-9]\d{0,4}$/.test(text)) ?? 1)
  notices.push(...unusedOf(url.searchParams, ['month', 'page']))
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
    previous: monthBeside(month, -1),
    next: month < current ? monthBeside(month, 1) : null,
    page: value?.query.page ?? page,
    calendar: value?.answer.calendar ?? null,
    failure: failure ?? null,
    notices,
  })
}

/** Null where the address says nothing, and where what it says cannot be used: that is told. */
function read(
  { searchParams }: URL,
  parameter: string,
  notices: Notice[],
  isUsable: (text: string) => boolean,
): string | null {
  const text = searchParams.get(parameter)
  if (!text || isUsable(text)) return text || null
  notices.push(noticeOf(parameter, text, 'unusable'))
  return null
}

/** Of the viewer's calendar. */
function monthAt(instant: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(
    instant,
  )
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}`
}

/** `by` months later. */
function monthBeside(month: string, by: number): string {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nr - 1 + by, 1)).toISOString().slice(0, 7)
}
