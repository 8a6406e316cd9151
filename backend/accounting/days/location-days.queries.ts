/** A location's day as it stands: what was stored when it was closed, or worked out while it is open. */
import type { Db } from '../../platform/db/database'
import type {
  DayHead,
  DayQuality,
  DaySums,
  IndexReading,
  LocationDay,
  SlotDay,
  SlotDayQuality,
} from './days.contract'
import type { LocationDaysTable } from './days.table'
import {
  closesFrom,
  graceOf,
  HAND_GRACE_MS,
  zoneOf,
  type Day,
} from '../../telemetry/gaming-days/place.service'
import { slotDays, sumsOf } from './slot-days.queries'
import { storedDay } from './stored-day.service'
import { archivedOf } from '../archives/archived.service'
import { figures } from '../figures/aggregate.queries'
import { gamingDayIn } from '../../estate/locations/gaming-day.service'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { withRemainders } from '../figures/ticket-remainders'

/**
 * `isWhole`: the reader sees all slots of the location. `stored`: the day's rows, one for each currency; none while it
 * is open. A closed day keeps the instants it was closed with.
 */
async function headOf(
  db: Db,
  place: Day,
  stored: readonly LocationDaysTable[],
  isWhole: boolean,
  now: number,
): Promise<DayHead> {
  const [first] = stored
  const to = first?.ends_at ?? place.to
  const isDue = await closesByItself(db, place, now)
  return {
    location: { _id: place.locationId, name: place.locationName },
    day: place.day,
    from: first?.starts_at ?? place.from,
    to,
    time_zone: zoneOf(place, place.day),
    state: first?.state ?? 'open',
    closed: first
      ? {
          at: first.closed_at,
          by: first.closed_by,
          reason: first.reason,
          revision: first.revision,
          refreshed_at: first.refreshed_at,
          first: (isWhole ? stored : []).map(one => JSON.parse(one.first_sums) as DaySums),
        }
      : null,
    archived: await archivedOf(db, place),
    may_close_at: to + HAND_GRACE_MS,
    closes_when_told: !isDue && !first && (await isBeforeBooks(db, place)),
    closes_at: isDue ? to + (await graceOf(db, place.tenantId)) : null,
  }
}

/** As marks are written (`markClosedDays`). */
async function isBeforeBooks(db: Db, { locationId, day }: Day): Promise<boolean> {
  const head = await db
    .selectFrom('fiscal_heads')
    .select('books_from')
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  return head !== undefined && day < head.books_from
}

async function closesByItself(
  db: Db,
  { tenantId, locationId, rules, day }: Day,
  now: number,
): Promise<boolean> {
  const last = await db
    .selectFrom('location_days')
    .select('day')
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('closed_by', 'is', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (day >= closesFrom(gamingDayIn(rules, now), last?.day)) return true
  // Its closing failed, and is tried again.
  const marked = await db
    .selectFrom('days_to_refresh')
    .select('day')
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .executeTakeFirst()
  return marked !== undefined
}

/** Sums are those of the slots that the reader may see: `db` leaves the others out. */
export async function readLocationDay(
  db: Db,
  place: Day,
  now: number,
  isWhole: boolean,
): Promise<LocationDay> {
  const stored = await storedDay(db, place)
  const slots = stored.length > 0 ? await storedSlots(db, place) : await slotDays(db, place, now)
  return {
    ...(await headOf(db, place, stored, isWhole, now)),
    quality: qualityOf(slots),
    totals: totalsOf(slots),
    slots,
    as_of: now,
  }
}

export async function storedSlots(
  db: Db,
  { tenantId, locationId, day }: Pick<Day, 'tenantId' | 'locationId' | 'day'>,
): Promise<SlotDay[]> {
  const rows = await db
    .selectFrom('slot_day_closings as c')
    .innerJoin('slots as s', 's.id', 'c.slot_id')
    .selectAll('c')
    .select('s.serial')
    .where('c.tenant_id', '=', tenantId)
    .where('c.location_id', '=', locationId)
    .where('c.day', '=', day)
    .orderBy('s.serial')
    .orderBy('c.slot_id')
    .orderBy('c.denomination_minor')
    .execute()
  return rows.map(row => ({
    slot: { _id: row.slot_id, name: row.serial },
    currency: row.currency as SlotDay['currency'],
    denomination_minor: row.denomination_minor,
    opening: row.opening === null ? null : (JSON.parse(row.opening) as IndexReading),
    closing: row.closing === null ? null : (JSON.parse(row.closing) as IndexReading),
    moved: JSON.parse(row.moved) as Record<string, number>,
    sums: JSON.parse(row.sums) as DaySums,
    quality: JSON.parse(row.quality) as SlotDayQuality,
  }))
}

/** A slot with two prices is one slot: what is counted by slot is counted once. */
export function qualityOf(slots: readonly SlotDay[]): DayQuality {
  const one = [...new Map(slots.map(slot => [slot.slot._id, slot])).values()]
  const sum = (of: (slot: SlotDay) => number) => one.reduce((total, slot) => total + of(slot), 0)
  const reporting = new Set(
    slots.filter(slot => slot.closing !== null || slot.quality.hours.known > 0).map(slot => slot.slot._id),
  )
  return {
    slots: one.length,
    silent: one.length - reporting.size,
    hours: {
      known: sum(slot => slot.quality.hours.known),
      expected: sum(slot => slot.quality.hours.expected),
    },
    held: sum(slot => slot.quality.held),
    decided: sum(slot => slot.quality.decided),
    late: sum(slot => slot.quality.late),
    carried: new Set(slots.filter(slot => slot.quality.carried !== null).map(slot => slot.slot._id)).size,
  }
}

/** From the movements, so that ratios are those of the whole; one for each currency. */
export const totalsOf = (slots: readonly SlotDay[]): DaySums[] =>
  sumsOf(
    slots.flatMap(({ currency, denomination_minor, moved, quality }) =>
      withRemainders({ ...noMovement, ...moved, currency, denomination_minor, machines: 1 }, quality.tickets),
    ),
  ).sort((a, b) => (a.currency < b.currency ? -1 : 1))

export const nothingIn = (currency: string): DaySums => figures(currency, noMovement)
