/**
 * What events say of money, summed up by slot, place and gaming day when they are written: reconciliation of a year
 * reads a few rows for each slot and day, whatever became of the events since.
 */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { insertion, pipelined, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import {
  amountsOf,
  isHandpay,
  moneyCodes,
  tellsMoney,
  type Amount,
  type MoneyEvent,
  type MoneyKind,
} from './event-money.service'
import { gamingDayIn } from '../../estate/locations/gaming-day.service'
import { endOf } from './place'
import { slotHistoryOf, placeAt, type SlotHistory } from './slot-history.queries'

export type { MoneyKind }

/** An event and where it is booked. */
export interface BookedEvent extends MoneyEvent, Booking {}
interface Booking {
  slotId: string
  day: string
  locationId: string
  tenantId: string
  currency: string
}
type StoredEvent = MoneyEvent & Omit<Booking, 'day' | 'currency'>

const intoEventSums = insertion(
  'event_sums',
  {
    location_id: 'text',
    gaming_day: 'text',
    slot_id: 'text',
    kind: 'text',
    currency: 'text',
    tenant_id: 'text',
    records: 'bigint',
    without_amount: 'bigint',
    minor: 'bigint',
  },
  {
    key: ['location_id', 'gaming_day', 'slot_id', 'kind', 'currency'],
    tenant: 'tenant_id',
    then: `do update set records = event_sums.records + excluded.records,
      without_amount = event_sums.without_amount + excluded.without_amount, minor = event_sums.minor + excluded.minor`,
  },
)

class Sums {
  private readonly rows = new Map<string, { of: string[]; moved: [number, number, number] }>()
  private readonly taken = new Set<string>()

  book(
    { locationId, day, slotId, currency, tenantId }: Booking,
    { kind, minor }: Amount,
    times: 1 | -1,
  ): void {
    const of = [locationId, day, slotId, kind, currency, tenantId]
    const key = of.join(' ')
    const row = this.rows.get(key) ?? { of, moved: [0, 0, 0] }
    row.moved[0] += times
    if (minor === null) row.moved[1] += times
    else row.moved[2] += times * minor
    this.rows.set(key, row)
    if (times < 0) this.taken.add(slotId)
  }

  *statements(db: Db): Iterable<CompiledQuery> {
    const moved = [...this.rows.values()].filter(row => row.moved.some(one => one !== 0))
    yield* intoEventSums(
      db,
      moved.map(row => [...row.of, ...row.moved]),
    )
    const emptied = moved
      .filter(row => row.moved[0] < 0)
      .map(({ of: [place, day, slot] }) => ({ place, day, slot }))
    if (emptied.length > 0)
      yield sql`delete from event_sums where records = 0 and (location_id, gaming_day, slot_id) in (
        select b.place, b.day, b.slot from ${rowsAsTable(db, { place: 'text', day: 'text', slot: 'text' }, emptied)})`.compile(
        db,
      )
  }
}

/**
 * Called before the events are written, in their transaction: what the sums move by once some are gone and others are
 * there. A handpay takes its amount from the call before it, so that one that comes late may change what the next one
 * says.
 */
export async function moveSums(
  db: Db,
  { gone = [], come = [] }: { gone?: readonly BookedEvent[]; come?: readonly BookedEvent[] },
): Promise<CompiledQuery[]> {
  const changed = [...gone, ...come].filter(({ code }) => tellsMoney(code))
  if (changed.length === 0) return []
  const sums = new Sums()
  const around = await handpaysAround(
    db,
    changed.filter(({ code }) => isHandpay(code)),
  )
  for (const slotId of new Set(changed.map(one => one.slotId))) {
    const stored = around.get(slotId) ?? []
    const [out, new_] = [gone, come].map(all => all.filter(one => one.slotId === slotId)) as [
      BookedEvent[],
      BookedEvent[],
    ]
    // Those before it are in an archive: nothing says what one of then stands next to.
    const floor = stored[0]?.floor ?? -Infinity
    const isLate = (event: MoneyEvent) => isHandpay(event.code) && event.at <= floor
    for (const [events, times] of [
      [out, -1],
      [new_, 1],
    ] as const)
      for (const event of events.filter(isLate))
        for (const amount of amountsOf([event]).values()) sums.book(event, amount, times)
    const left = new Set(out.map(({ id }) => id))
    const others = stored.filter(({ id, at }) => !left.has(id) && at >= floor)
    const near = (events: readonly BookedEvent[]) => [...others, ...events.filter(event => !isLate(event))]
    await bookDifference(db, sums, slotId, near(out), near(new_))
  }
  return [...sums.statements(db)]
}

async function bookDifference(
  db: Db,
  sums: Sums,
  slotId: string,
  before: readonly (StoredEvent | BookedEvent)[],
  after: readonly (StoredEvent | BookedEvent)[],
): Promise<void> {
  let held: SlotHistory | undefined
  const bookingOf = async (event: StoredEvent | BookedEvent) => {
    if ('day' in event) return event
    held ??= await slotHistoryOf(db, slotId)
    return bookedBy(held, event)
  }
  const [was, is] = [amountsOf(before), amountsOf(after)]
  const isSame = (id: string) => {
    const [one, other] = [was.get(id), is.get(id)]
    return one?.kind === other?.kind && one?.minor === other?.minor
  }
  for (const [events, amounts, times] of [
    [before, was, -1],
    [after, is, 1],
  ] as const)
    for (const event of events) {
      const amount = amounts.get(event.id)
      if (amount && ('day' in event || !isSame(event.id))) sums.book(await bookingOf(event), amount, times)
    }
}

/** By the price and the days that held for the slot then. */
function bookedBy(held: SlotHistory, event: StoredEvent): BookedEvent {
  const place = placeAt(held, endOf(event.at, event.nano))
  return {
    ...event,
    currency: place?.currency ?? '',
    day: gamingDayIn(held.rules.get(event.locationId) ?? [], event.at),
  }
}

/** As its index has it. */
const IS_HANDPAY = sql.raw(`code in ('51', '52')`)
const columns = sql`e.id, e.slot_id as "slotId", e.location_id as "locationId", e.tenant_id as "tenantId", e.code, e.server_time as "at",
  e.server_nano as "nano", e.data`

/** Of each slot the stored handpays from before the first of these to after the last of them. */
async function handpaysAround(
  db: Db,
  events: readonly BookedEvent[],
): Promise<ReadonlyMap<string, (StoredEvent & { floor: number | null })[]>> {
  const spans = new Map<string, { slot: string; first: number; last: number }>()
  for (const { slotId: slot, at } of events) {
    const known = spans.get(slot) ?? { slot, first: at, last: at }
    spans.set(slot, { slot, first: Math.min(known.first, at), last: Math.max(known.last, at) })
  }
  const found = new Map<string, (StoredEvent & { floor: number | null })[]>()
  if (spans.size === 0) return found
  const next = (than: RawBuilder<unknown>, way: 'asc' | 'desc') =>
    sql`(select server_time from events where slot_id = b.slot and ${IS_HANDPAY} and server_time ${than} order by server_time ${sql.raw(way)} limit 1)`
  const { rows } = await sql<StoredEvent & { floor: number | null }>`
    select ${columns}, (select f.at from event_floors f where f.slot_id = b.slot) as floor from ${rowsAsTable(db, { slot: 'text', first: 'bigint', last: 'bigint' }, [...spans.values()])}
    cross join events e where e.slot_id = b.slot and e.${IS_HANDPAY}
      and e.server_time >= coalesce(${next(sql`< b.first`, 'desc')}, b.first)
      and e.server_time <= coalesce(${next(sql`> b.last`, 'asc')}, b.last)`.execute(db)
  for (const row of rows) found.set(row.slotId, [...(found.get(row.slotId) ?? []), row])
  return found
}

export interface DayOfSlot {
  locationId: string
  day: string
  from: number
  to: number
}

/**
 * Worked out anew from the events that stand in these days, whatever was summed up of them before. In a transaction.
 */
export async function recountSums(
  db: Db,
  slotId: string,
  days: readonly DayOfSlot[],
  held: SlotHistory,
): Promise<void> {
  if (days.length === 0) return
  const [from, to] = [Math.min(...days.map(one => one.from)), Math.max(...days.map(one => one.to))]
  const ofSlot = sql`select ${columns} from events e where e.slot_id = ${slotId}`
  const { rows: events } = await sql<StoredEvent>`${ofSlot} and e.code in (${sql.join(moneyCodes)})
    and e.server_time >= ${from} and e.server_time < ${to}`.execute(db)
  const { rows: before } = await sql<StoredEvent>`${ofSlot} and e.${IS_HANDPAY} and e.server_time < ${from}
    order by e.server_time desc, e.server_nano desc, e.id desc limit 1`.execute(db)
  const sums = new Sums()
  const amounts = amountsOf([...before, ...events])
  for (const { locationId, day, from: starts, to: ends } of days) {
    await sql`delete from event_sums where location_id = ${locationId} and gaming_day = ${day} and slot_id = ${slotId}`.execute(
      db,
    )
    for (const event of events) {
      const amount = amounts.get(event.id)
      if (amount && event.locationId === locationId && event.at >= starts && event.at < ends)
        sums.book({ ...bookedBy(held, event), day }, amount, 1)
    }
  }
  await pipelined(db, sums.statements(db))
}
