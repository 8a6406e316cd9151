/** Printed less redeemed, from the first stored day: the daily roll-ups of slots' ticket meters, and nothing else. */
import { DAY_MS } from '../../platform/contract/durations'
import { groupBy } from '../../platform/contract/group-by'
import { sql, type RawBuilder } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { clockOf, daysOf, reportedDays } from '../period-reports/network-clock.service'
import { sumsByCurrency } from './sums'
import type { TicketAnswer, TicketRequest } from './tickets.contract'

type Row = TicketAnswer['rows'][number]
type Currency = Row['currency']

/** Slots times days that one request sums up, from the first stored day. */
const MOST_SLOT_DAYS = 2_000_000

interface Summed {
  /** A slot, a location or a day; empty where only the sum counts. */
  key: string
  currency: Currency
  /** The first day on which something moved. */
  since: string
  printed: number
  redeemed: number
}
const summed = ['opening', 'printed', 'redeemed', 'net', 'closing'] as const

export async function ticketReport(
  db: Db,
  scope: Scope,
  request: TicketRequest,
  now: number,
): Promise<TicketAnswer> {
  const { zone, open, running } = await clockOf(db, scope, request.location, now)
  const isAhead = request.from > open
  const to = isAhead ? request.from : request.to < open ? request.to : open
  const period = { from: request.from, to }
  const own = (
    table: string,
  ) => sql`${scope.tenantId === null ? sql`1 = 1` : sql`${sql.ref(`${table}.tenant_id`)} = ${scope.tenantId}`}
    ${request.location === null ? sql`` : sql`and ${sql.ref(`${table}.location_id`)} = ${request.location}`}`
  const { rows: first } = await sql<{ since: string | null }>`
    select min(d.gaming_day) as since from counter_days d where ${own('d')}`.execute(db)
  const { rows: slots } = await sql<{ slots: number | string }>`
    select count(*) as slots from slots s where ${own('s')}`.execute(db)
  const since = first[0]?.since ?? null
  if (since !== null && since <= to && Number(slots[0]?.slots) * spanOf(since, to) > MOST_SLOT_DAYS)
    throw new Problem(413, 'report_too_wide', { details: { limit: MOST_SLOT_DAYS } })
  const key = keys[request.by]
  const before = await movedIn(
    db,
    own('d'),
    sql`d.gaming_day < ${period.from}`,
    request.by === 'day' ? sql`''` : key,
  )
  const within = await movedIn(
    db,
    own('d'),
    sql`d.gaming_day >= ${period.from} and d.gaming_day <= ${to}`,
    key,
  )
  const days = await reportedDays(db, scope, { ...period, location: request.location })
  const rows = await rowsOf(db, request.by, before, within)
  return {
    rows: rows.slice(0, request.rows),
    totals: totalsOf(before, within),
    ...period,
    open_day: running,
    missing_days: isAhead ? [] : daysOf(period.from, to).filter(day => !days.has(day)),
    hours: null,
    left_out: Math.max(0, rows.length - request.rows),
    time_zone: zone,
    as_of: now,
  }
}

const keys = { slot: sql`d.slot_id`, location: sql`d.location_id`, day: sql`d.gaming_day` } as const

const spanOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** Of the slot's own counters; of a slot that reports none, its games'. PostgreSQL returns sums as text. */
async function movedIn(
  db: Db,
  own: RawBuilder<unknown>,
  when: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): Promise<Summed[]> {
  const { rows } = await sql<{ [Name in keyof Summed]: Summed[Name] | string }>`
    select ${key} as key, d.currency, min(d.gaming_day) as since,
      sum(d.ticket_out * d.denomination_minor) as printed, sum(d.ticket_in * d.denomination_minor) as redeemed
    from counter_days d
    where ${own} and ${when} and (d.ticket_out <> 0 or d.ticket_in <> 0)
      and d.game_nr = 0
    group by 1, d.currency`.execute(db)
  return rows.map(row => ({
    ...(row as Summed),
    printed: Number(row.printed),
    redeemed: Number(row.redeemed),
  }))
}

const movedOf = (rows: readonly Summed[]) => {
  const printed = rows.reduce((sum, row) => sum + row.printed, 0)
  const redeemed = rows.reduce((sum, row) => sum + row.redeemed, 0)
  return { printed, redeemed, net: printed - redeemed }
}

const balance = (before: readonly Summed[], within: readonly Summed[]) => {
  const opening = movedOf(before).net
  const moved = movedOf(within)
  return { opening, ...moved, closing: opening + moved.net }
}

function totalsOf(before: readonly Summed[], within: readonly Summed[]) {
  const currencies = [...new Set([...before, ...within].map(({ currency }) => currency))]
  return sumsByCurrency(
    currencies.map(currency => {
      const of = (rows: readonly Summed[]) => rows.filter(row => row.currency === currency)
      return { currency, ...balance(of(before), of(within)) }
    }),
    summed,
  )
}

async function rowsOf(
  db: Db,
  by: TicketRequest['by'],
  before: readonly Summed[],
  within: readonly Summed[],
): Promise<Row[]> {
  if (by === 'day') return daysIn(before, within)
  const keyOf = (row: Summed) => `${row.key} ${row.currency}`
  const [earlier, now] = [groupBy(before, keyOf), groupBy(within, keyOf)]
  const all = [...new Set([...(by === 'slot' ? [] : earlier.keys()), ...now.keys()])]
  const ids = [...new Set(all.map(key => key.split(' ')[0] ?? ''))].map(id => ({ id }))
  const named = rowsAsTable(db, { id: 'text' }, ids)
  const { rows: names } = await sql<{ id: string; name: string; location: string | null }>`${
    by === 'slot'
      ? sql`select s.id, s.serial as name, l.name as location from ${named} cross join slots s join locations l on l.id = s.location_id where s.id = b.id`
      : sql`select l.id, l.name, null as location from ${named} cross join locations l where l.id = b.id`
  }`.execute(db)
  const nameOf = new Map(names.map(one => [one.id, one]))
  return all
    .map((key): Row => {
      const [old, fresh] = [earlier.get(key) ?? [], now.get(key) ?? []]
      const [record = '', currency = ''] = key.split(' ')
      const sums = balance(old, fresh)
      return {
        key: record,
        name: nameOf.get(record)?.name ?? null,
        currency: currency as Currency,
        hours: null,
        location: nameOf.get(record)?.location ?? null,
        since:
          [...old, ...fresh]
            .map(one => one.since)
            .sort()
            .at(0) ?? null,
        ...sums,
        ...(by === 'slot' && { opening: null, closing: null }),
      }
    })
    .sort((a, b) => (`${a.name} ${a.key} ${a.currency}` < `${b.name} ${b.key} ${b.currency}` ? -1 : 1))
}

/** Each day begins with what the one before ended with. */
function daysIn(before: readonly Summed[], within: readonly Summed[]): Row[] {
  const currencies = [...new Set(within.map(({ currency }) => currency))].sort()
  return currencies.flatMap(currency => {
    let opening = movedOf(before.filter(row => row.currency === currency)).net
    const days = groupBy(
      within.filter(row => row.currency === currency),
      row => row.key,
    )
    return [...days.keys()].sort().map((day): Row => {
      const moved = movedOf(days.get(day) ?? [])
      const row = {
        key: day,
        name: null,
        currency,
        hours: null,
        location: null,
        since: null,
        opening,
        ...moved,
        closing: opening + moved.net,
      }
      opening = row.closing
      return row
    })
  })
}
