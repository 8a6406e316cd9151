/** What was recorded one by one: events that slots raised, and payments that providers told. */
import { sql } from 'kysely'
import { Problem } from '../contract/problem'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { gamingDayBoundsIn, type DayRule } from '../rawdata/gaming-day.service'
import type { RecordAnswer, RecordKind, RecordRequest } from './reconciliation.contract'

type Currency = RecordAnswer['rows'][number]['currency']
type Asked = Pick<RecordRequest, 'from' | 'to' | 'location'>

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
export const MOST_RECORDS = 200_000

/** Notes by the event that tells of one (domain notes, section 3), in whole units of the currency; null: another note, which the event does not name. */
const bills: Readonly<Record<string, number | null>> = {
  '47': 1,
  '48': 5,
  '49': 10,
  '4A': 20,
  '4B': 50,
  '4C': 100,
  '4D': 2,
  '4E': 500,
  '50': 200,
  '4F': null,
}
const HUNDREDTHS = 100
const HANDPAY_PENDING = '51'
const HANDPAY_RESET = '52'
const TICKET_PRINTED = '3D'
const TICKET_REDEEMED = '68'

/** By slot, place, currency and kind. */
export async function recordedOf(db: Db, scope: Scope, asked: Asked): Promise<ReadonlyMap<string, Recorded>> {
  const found = new Map<string, Recorded>()
  const add = (
    { slot_id: slot, location_id: place, currency }: Place,
    kind: RecordKind,
    { count, minor }: { count: number; minor: number | null },
  ) => {
    const key = `${slot} ${place} ${currency} ${kind}`
    let one = found.get(key)
    if (!one) found.set(key, (one = { slot, place, currency, records: 0, withoutAmount: 0, minor: 0 }))
    one.records += count
    if (minor === null) one.withoutAmount += count
    else one.minor += minor
  }
  for (const row of await billsIn(db, scope, asked)) {
    const count = Number(row.count)
    const note = bills[row.code] ?? null
    add(row, 'bills_in', { count, minor: note === null ? null : note * HUNDREDTHS * count })
  }
  const within = await periodsOf(db, scope, asked)
  const called = new Map<string, Told>()
  for (const row of await eventsIn(db, scope, asked, within)) {
    const told = toldIn(row.data)
    const { minor } = told
    if (row.code === HANDPAY_PENDING) {
      called.set(row.slot_id, told)
      continue
    }
    const period = within.get(row.location_id)
    if (!period || row.server_time < period.start || row.server_time >= period.end) continue
    if (row.code === HANDPAY_RESET) {
      // The call for an attendant says the amount, and what it is for, where its end does not.
      const call = called.get(row.slot_id)
      const amount = minor ?? call?.minor ?? null
      const isJackpot = told.isJackpot ?? call?.isJackpot ?? false
      called.delete(row.slot_id)
      add(row, isJackpot ? 'jackpot' : 'handpaid_cancelled', { count: 1, minor: amount })
    } else add(row, row.code === TICKET_PRINTED ? 'ticket_out' : 'ticket_in', { count: 1, minor })
  }
  for (const row of await paymentsIn(db, scope, asked, within)) {
    const period = within.get(row.location_id)
    if (!period || row.settled_at < period.start || row.settled_at >= period.end) continue
    add(row, row.direction === 'cash_in' ? 'electronic_in' : 'electronic_out', {
      count: 1,
      minor: row.amount_minor,
    })
  }
  return found
}

interface Place {
  slot_id: string
  location_id: string
  currency: Currency
}

interface Told {
  minor: number | null
  /** Null: it does not say what it is for. */
  isJackpot: boolean | null
}

/** Hand-paid wins, which meter 0002 counts; a progressive level's is one of them. */
const jackpots: ReadonlySet<string> = new Set(['jackpot', 'progressive'])

/** Data comes from outside: whatever it is, it is read with care. */
function toldIn(data: string | null): Told {
  if (data === null) return { minor: null, isJackpot: null }
  try {
    const told = JSON.parse(data) as Record<string, unknown> | null
    const amount = told?.amount_minor
    return {
      minor: typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null,
      isJackpot: typeof told?.kind === 'string' ? jackpots.has(told.kind) : null,
    }
  } catch {
    return { minor: null, isJackpot: null }
  }
}

const ofTenant = ({ tenantId }: Scope, table: string) =>
  tenantId === null ? sql`1 = 1` : sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId}`
const ofPlace = ({ location }: Asked, table: string) =>
  location === null ? sql`` : sql`and ${sql.ref(`${table}.location_id`)} = ${location}`

async function billsIn(db: Db, scope: Scope, asked: Asked) {
  const { rows } = await sql<Place & { code: string; count: number | string }>`
    select d.slot_id, d.location_id, s.currency, d.code, sum(d.count) as count
    from event_days d join slots s on s.id = d.slot_id
    where ${ofTenant(scope, 'd')} and d.gaming_day >= ${asked.from} and d.gaming_day <= ${asked.to} ${ofPlace(asked, 'd')}
      and d.code in (${sql.join(Object.keys(bills))})
    group by d.slot_id, d.location_id, s.currency, d.code`.execute(db)
  return rows
}

interface Span {
  start: number
  end: number
}

/** Each location's gaming days as instants, by the rules that held for their dates. */
async function periodsOf(db: Db, scope: Scope, asked: Asked): Promise<ReadonlyMap<string, Span>> {
  const { rows } = await sql<{
    location_id: string
    from_date: string
    time_zone: string
    gaming_day_start: string
  }>`
    select r.location_id, r.from_date, r.time_zone, r.gaming_day_start from location_rules r
    where ${ofTenant(scope, 'r')} ${ofPlace(asked, 'r')} order by r.location_id, r.from_date`.execute(db)
  const rules = new Map<string, DayRule[]>()
  for (const { location_id, from_date: from, time_zone: timeZone, gaming_day_start: dayStart } of rows)
    rules.set(location_id, [...(rules.get(location_id) ?? []), { from, timeZone, dayStart }])
  return new Map(
    [...rules].map(([id, of]) => [
      id,
      { start: gamingDayBoundsIn(of, asked.from).from, end: gamingDayBoundsIn(of, asked.to).to },
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
async function eventsIn(db: Db, scope: Scope, asked: Asked, within: ReadonlyMap<string, Span>) {
  const { start, end } = around(within)
  if (start >= end) return []
  const { rows } = await sql<Place & { code: string; server_time: number; data: string | null }>`
    select e.slot_id, e.location_id, s.currency, e.code, e.server_time, e.data
    from events e join slots s on s.id = e.slot_id
    where ${ofTenant(scope, 'e')} ${ofPlace(asked, 'e')} and e.location_id in (select b.of from ${rowsAsTable(
      db,
      { of: 'text' },
      [...within.keys()].map(of => ({ of })),
    )})
      and e.code in (${sql.join([HANDPAY_PENDING, HANDPAY_RESET, TICKET_PRINTED, TICKET_REDEEMED])})
      and e.server_time >= ${start} and e.server_time < ${end}
    order by e.server_time, e.server_nano, e.id limit ${MOST_RECORDS + 1}`.execute(db)
  return demanded(rows)
}

async function paymentsIn(db: Db, scope: Scope, asked: Asked, within: ReadonlyMap<string, Span>) {
  const { start, end } = around(within)
  if (start >= end) return []
  const { rows } = await sql<
    Place & { direction: 'cash_in' | 'cash_out'; settled_at: number; amount_minor: number }
  >`select p.slot_id, p.location_id, p.currency, p.direction, p.settled_at, p.amount_minor
    from payment_transactions p
    where ${ofTenant(scope, 'p')} ${ofPlace(asked, 'p')} and p.state = 'completed'
      and p.settled_at >= ${start} and p.settled_at < ${end} limit ${MOST_RECORDS + 1}`.execute(db)
  return demanded(rows)
}

function demanded<Row>(rows: Row[]): Row[] {
  if (rows.length > MOST_RECORDS)
    throw new Problem(413, 'report_too_wide', { details: { limit: MOST_RECORDS } })
  return rows
}
