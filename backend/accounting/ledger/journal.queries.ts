/**
 * Double entries of closed days' takings, from the stored reports and nothing else; a day that is over and not closed
 * stands in it without entries.
 */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { clockOf, daysOf } from '../period-reports/network-clock.service'
import { entries } from './accounts'
import type { JournalAnswer, JournalRequest } from './ledger.contract'

/** Locations times days that one request may cover. */
const MOST_PLACE_DAYS = 20_000

type Row = JournalAnswer['rows'][number]

export async function journal(
  db: Db,
  scope: Scope,
  request: JournalRequest,
  now: number,
): Promise<JournalAnswer> {
  const { zone, open, running } = await clockOf(db, scope, request.location, now)
  const places = await db
    .selectFrom('fiscal_heads as h')
    .innerJoin('locations as l', 'l.id', 'h.location_id')
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .select(['l.id', 'l.name', 'l.code', 'l.time_zone', 'l.gaming_day_start', 'h.books_from', 't.currency'])
    .where('l.archived_at', 'is', null)
    .$if(scope.tenantId !== null, query => query.where('h.tenant_id', '=', scope.tenantId ?? ''))
    .$if(request.location !== null, query => query.where('h.location_id', '=', request.location ?? ''))
    .execute()
  if (places.length * daysOf(request.from, request.to).length > MOST_PLACE_DAYS)
    throw new Problem(413, 'report_too_wide', { details: { limit: MOST_PLACE_DAYS } })
  const reports = await db
    .selectFrom('daily_reports as r')
    .innerJoin('locations as l', 'l.id', 'r.location_id')
    .select([
      'r.day',
      'r.currency',
      'r.revision',
      'r.state',
      'r.collected_minor',
      'r.paid_minor',
      'r.location_id',
      'l.name',
      'l.code',
    ])
    .where('r.is_latest', '=', 1)
    .where('r.archived_at', 'is', null)
    .where('r.day', '>=', request.from)
    .where('r.day', '<=', request.to)
    .$if(scope.tenantId !== null, query => query.where('r.tenant_id', '=', scope.tenantId ?? ''))
    .$if(request.location !== null, query => query.where('r.location_id', '=', request.location ?? ''))
    .execute()
  const closed = new Set(reports.map(({ location_id, day }) => `${location_id} ${day}`))
  const missing = places.flatMap(place => {
    const today = gamingDayOf(now, place.time_zone, place.gaming_day_start)
    return daysOf(request.from > place.books_from ? request.from : place.books_from, request.to)
      .filter(day => day < today && !closed.has(`${place.id} ${day}`))
      .map((day): Row => ({
        ...headOf(day, place.code, '0'),
        currency: place.currency as Row['currency'],
        location: place.name,
        account: null,
        about: null,
        debit: null,
        credit: null,
        revision: null,
        state: 'open',
      }))
  })
  const booked = reports.flatMap(report =>
    entries.map(({ about, account, side, of }, nr): Row => ({
      ...headOf(report.day, report.code, `${report.currency} ${nr + 1}`),
      currency: report.currency as Row['currency'],
      location: report.name,
      account,
      about,
      debit: side === 'debit' ? report[of] : null,
      credit: side === 'credit' ? report[of] : null,
      revision: report.revision,
      state: report.state,
    })),
  )
  const all = [...booked, ...missing].sort((a, b) => (a.key < b.key ? -1 : 1))
  const sum = (currency: string, side: 'debit' | 'credit') =>
    booked.reduce((total, row) => (row.currency === currency ? total + (row[side] ?? 0) : total), 0)
  return {
    rows: all.slice(0, request.rows),
    totals: [...new Set(booked.map(({ currency }) => currency))]
      .sort()
      .map(currency => ({ currency, debit: sum(currency, 'debit'), credit: sum(currency, 'credit') })),
    from: request.from,
    to: request.from > open || request.to < open ? request.to : open,
    open_day: running,
    missing_days: [],
    hours: null,
    from_readings: false,
    left_out: Math.max(0, all.length - request.rows),
    time_zone: zone,
    as_of: now,
  }
}

/** In the order of days, places, and the entries of one report. */
const headOf = (day: string, code: string, line: string) => ({
  key: `${day} ${code} ${line}`,
  name: day,
  hours: null,
})
