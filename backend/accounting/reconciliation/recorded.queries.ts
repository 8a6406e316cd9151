/** Single records: events that slots raised, as they are summed up by day, and payments that providers reported. */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { readWide } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { MoneyKind } from '../../telemetry/readings/event-sums.service'
import { gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import type { RecordAnswer, RecordKind, RecordRequest } from './reconciliation.contract'

type Currency = RecordAnswer['rows'][number]['currency']
type PeriodRequest = Pick<RecordRequest, 'from' | 'to' | 'location'>

export interface Recorded {
  slot: string
  place: string
  currency: Currency
  records: number
  /** Of them, those that say no amount. */
  withoutAmount: number
  minor: number
}

/** Records that one request looks at. */
const MOST_RECORDS = 200_000

/** By slot, place, currency and kind. */
export async function recordedOf(
  db: Db,
  scope: Scope,
  request: PeriodRequest,
): Promise<ReadonlyMap<string, Recorded>> {
  const found = new Map<string, Recorded>()
  const of = ({ slot_id: slot, location_id: place, currency }: Place, kind: RecordKind): Recorded => {
    const key = `${slot} ${place} ${currency} ${kind}`
    let one = found.get(key)
    if (!one) found.set(key, (one = { slot, place, currency, records: 0, withoutAmount: 0, minor: 0 }))
    return one
  }
  for (const { kind, records, without_amount, minor, ...place } of await eventSums(db, scope, request)) {
    const one = of(place, kind)
    one.records += Number(records)
    one.withoutAmount += Number(without_amount)
    one.minor += Number(minor)
  }
  const within = await periodsOf(db, scope, request)
  for (const row of await paymentsIn(db, scope, request, within)) {
    const period = within.get(row.location_id)
    if (!period || row.settled_at < period.start || row.settled_at >= period.end) continue
    const one = of(row, row.direction === 'cash_in' ? 'electronic_in' : 'electronic_out')
    one.records++
    one.minor += row.amount_minor
  }
  return found
}

interface Place {
  slot_id: string
  location_id: string
  currency: Currency
}

const ofTenant = ({ tenantId }: Scope, table: string) =>
  tenantId === null ? sql`1 = 1` : sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId}`
const ofPlace = ({ location }: PeriodRequest, table: string) =>
  location === null ? sql`` : sql`and ${sql.ref(`${table}.location_id`)} = ${location}`

/** Found by location: so many days of each, and nobody else's. */
async function eventSums(db: Db, scope: Scope, request: PeriodRequest) {
  return readWide<
    Place & { kind: MoneyKind; records: number; without_amount: number; minor: number | string }
  >(
    db,
    sql`select d.slot_id, d.location_id, d.currency, d.kind, sum(d.records) as records, sum(d.without_amount) as without_amount,
      sum(d.minor) as minor
    from event_sums d where d.location_id in (select l.id from locations l where ${ofTenant(scope, 'l')})
      and ${ofTenant(scope, 'd')} ${ofPlace(request, 'd')} and d.gaming_day >= ${request.from} and d.gaming_day <= ${request.to}
    group by d.slot_id, d.location_id, d.currency, d.kind`,
  )
}

interface Span {
  start: number
  end: number
}

/** Each location's gaming days as instants, by the rules that held for their dates. */
async function periodsOf(db: Db, scope: Scope, request: PeriodRequest): Promise<ReadonlyMap<string, Span>> {
  const { rows } = await sql<{
    location_id: string
    from_date: string
    time_zone: string
    gaming_day_start: string
  }>`
    select r.location_id, r.from_date, r.time_zone, r.gaming_day_start from location_rules r
    where ${ofTenant(scope, 'r')} ${ofPlace(request, 'r')} order by r.location_id, r.from_date`.execute(db)
  const rules = groupBy(
    rows,
    ({ location_id }) => location_id,
    ({ from_date: from, time_zone: timeZone, gaming_day_start: dayStart }) => ({ from, timeZone, dayStart }),
  )
  return new Map(
    [...rules].map(([id, of]) => [
      id,
      { start: gamingDayBoundsIn(of, request.from).from, end: gamingDayBoundsIn(of, request.to).to },
    ]),
  )
}

const around = (within: ReadonlyMap<string, Span>): Span => {
  let span: Span = { start: Infinity, end: 0 }
  for (const { start, end } of within.values())
    span = { start: Math.min(span.start, start), end: Math.max(span.end, end) }
  return span
}

/** Throws 413 where it is too much at once. */
async function paymentsIn(db: Db, scope: Scope, request: PeriodRequest, within: ReadonlyMap<string, Span>) {
  const { start, end } = around(within)
  if (start >= end) return []
  const { rows } = await sql<
    Place & { direction: 'cash_in' | 'cash_out'; settled_at: number; amount_minor: number }
  >`select p.slot_id, p.location_id, p.currency, p.direction, p.settled_at, p.amount_minor
    from payment_transactions p
    where ${ofTenant(scope, 'p')} ${ofPlace(request, 'p')} and p.state = 'completed'
      and p.settled_at >= ${start} and p.settled_at < ${end} limit ${MOST_RECORDS + 1}`.execute(db)
  return demanded(rows)
}

function demanded<Row>(rows: Row[]): Row[] {
  if (rows.length > MOST_RECORDS)
    throw new Problem(413, 'report_too_wide', { details: { limit: MOST_RECORDS } })
  return rows
}
