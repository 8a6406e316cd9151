/**
 * The hours in which readings are expected, and those that have some, for days, their badges, the calendar and reports.
 * A location's hours are those of all its slots together. A tenant's hours are those of its locations: an hour is known
 * when any of the location's slots reported in it.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import { groupBy } from '../../platform/contract/group-by'
import { sql, type RawBuilder } from 'kysely'
import { isPostgres, listOf, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { gamingDayBoundsIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { countOf, hoursOf, type Span } from '../../telemetry/readings/gaming-hours.service'
import { staysIn, staysOf, type Stay } from './stays.queries'

export interface Hours {
  known: number
  expected: number
}
interface Bounds {
  day: string
  from: number
  to: number
}

/** Hours of more slots and days than these are not counted. */
const MOST_SLOT_HOURS = 250_000

/** Of the hours that are over, those in which a slot stood there, and those that have a reading although none did. */
export const expectedOf = (
  all: readonly Span[],
  known: ReadonlySet<number>,
  stood: readonly Pick<Stay, 'since' | 'until'>[],
): Span[] =>
  all.filter(({ from }) => known.has(from) || stood.some(({ since, until }) => from >= since && from < until))

/** A part of an hour that is missing counts as one, so that all are known only where no part is missing. */
export function hoursIn(expected: readonly Span[], known: ReadonlySet<number>): Hours {
  const total = countOf(expected)
  return { known: total - countOf(expected.filter(({ from }) => !known.has(from))), expected: total }
}

/** By day, wherever the slot stood. */
export async function hoursOfSlot(
  db: Db,
  slotId: string,
  days: readonly Bounds[],
  now: number,
): Promise<ReadonlyMap<string, Hours>> {
  const span = { from: days[0]?.from ?? 0, to: Math.min(days.at(-1)?.to ?? 0, now) }
  const stood = await staysOf(db, slotId, span)
  const { rows } = await sql<{ hour_start: number }>`
    select distinct hour_start from counter_hours
    where slot_nr = ${numberOf(slotId)} and hour_start >= ${span.from} and hour_start < ${span.to} and game_nr = 0 and readings > 0`.execute(
    db,
  )
  const reported = new Set(rows.map(row => Number(row.hour_start)))
  return new Map(
    days.map(({ day, from, to }) => {
      return [day, hoursIn(expectedOf(hoursOf({ from, to }, now), reported, stood), reported)]
    }),
  )
}

/** What is known already of a location and its days that are not stored. */
interface KnownLocation {
  id: string
  rules: readonly DayRule[]
  /** Over all of the days at least. */
  stays: readonly Stay[]
  /** Slots with a reading, by day. */
  reporting: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Hours of a location's days that are not stored, by day, as `location_days` will have them. Null where there are too
 * many to count.
 */
export async function hoursOfSlots(
  db: Db,
  { id, rules, stays, reporting }: KnownLocation,
  days: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Hours> | null> {
  const bounds = days.map(day => {
    const { from, to } = gamingDayBoundsIn(rules, day)
    const hours = hoursOf({ from, to }, now)
    return { day, hours, from: hours[0]?.from ?? 0, to: hours.at(-1)?.to ?? 0 }
  })
  const [first, last] = [bounds[0]?.from ?? 0, bounds.at(-1)?.to ?? 0]
  const bySlot = groupBy(
    stays.filter(({ since, until }) => since < last && until > first),
    ({ slot_id }) => slot_id,
  )
  if (bySlot.size * days.length * 24 > MOST_SLOT_HOURS) return null
  // Where all hours are whole ones, counting the reported hours is enough for slots that stood there all along.
  const isEven = bounds.every(({ hours }) => hours.every(one => one.to - one.from === HOUR_MS))
  const others = new Map<string, readonly Stay[]>()
  for (const [slot, all] of bySlot)
    if (!isEven || !all.some(({ since, until }) => since <= first && until >= last)) others.set(slot, all)
  const steady = bySlot.size - others.size
  for (const day of days)
    for (const slot of reporting.get(day) ?? []) if (!bySlot.has(slot)) others.set(slot, [])
  const ranges = bounds.filter(({ hours }) => hours.length > 0)
  const [known, moved] = await Promise.all([
    isEven ? reportedHours(db, id, ranges) : NO_HOURS,
    reportedHoursBySlot(db, id, [...others.keys()], { from: first, to: last }),
  ])
  return new Map(
    bounds.map(({ day, hours }) => {
      const sums = { known: known.get(day) ?? 0, expected: hours.length * steady }
      for (const [slot, stood] of others) {
        const reported = moved.get(slot) ?? NONE
        const own = hoursIn(expectedOf(hours, reported, stood), reported)
        sums.expected += own.expected
        if (!isEven) sums.known += own.known
      }
      return [day, sums]
    }),
  )
}
const NONE: ReadonlySet<number> = new Set()
const NO_HOURS: ReadonlyMap<string, number> = new Map()

/** Reported hours, of all slots together, by range. */
async function reportedHours(
  db: Db,
  locationId: string,
  ranges: readonly Bounds[],
): Promise<ReadonlyMap<string, number>> {
  if (ranges.length === 0) return new Map()
  const counted = (which: RawBuilder<unknown>) =>
    sql`(select count(*) from (select 1 from counter_hours h where h.location_nr = ${numberOf(locationId)}
      and h.hour_start >= b.since and h.hour_start < b.until and h.game_nr = 0 ${which} group by h.hour_start, h.slot_nr) as t)`
  // The embedded engine counts by two indexes, of all hours and of the few without a reading, so that it reads no row.
  // PostgreSQL reads each row anyway.
  const known = isPostgres(db)
    ? counted(sql`and h.readings > 0`)
    : sql`${counted(sql``)} - ${counted(sql`and h.readings <= 0 and not exists (select 1 from counter_hours o
        where o.slot_nr = h.slot_nr and o.hour_start = h.hour_start and o.game_nr = 0 and o.location_nr = h.location_nr and o.readings > 0)`)}`
  const { rows } = await sql<{
    day: string
    known: number
  }>`select b.day, ${known} as known from ${rowsAsTable(
    db,
    { day: 'text', since: 'bigint', until: 'bigint' },
    ranges.map(({ day, from, to }) => ({ day, since: from, until: to })),
  )}`.execute(db)
  return new Map(rows.map(row => [row.day, Number(row.known)]))
}

/** By slot. */
async function reportedHoursBySlot(
  db: Db,
  locationId: string,
  slotIds: readonly string[],
  { from, to }: Omit<Bounds, 'day'>,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  if (slotIds.length === 0) return new Map()
  const { rows } = await sql<{ slot_id: string; hours: string }>`
    select i.id as slot_id, ${listOf(db, sql`h.hour_start`)} as hours
    from short_ids i join counter_hours h on h.slot_nr = i.nr where i.id in (${sql.join(slotIds)}) and h.location_nr = ${numberOf(locationId)}
      and h.hour_start >= ${from} and h.hour_start < ${to} and h.game_nr = 0 and h.readings > 0 group by i.id`.execute(
    db,
  )
  return new Map(rows.map(({ slot_id, hours }) => [slot_id, new Set(hours.split(',').map(Number))]))
}

/**
 * Where locations have had a slot within the span: pieces of time, by location. One with a slot that has been there all
 * along is found by one look, so that it costs nothing how many others it has.
 */
export async function occupiedIn(
  db: Db,
  locationIds: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<ReadonlyMap<string, readonly Pick<Stay, 'since' | 'until'>[]>> {
  if (locationIds.length === 0) return new Map()
  const { rows: steady } = await sql<{ id: string }>`
    select l.id from locations l where l.id in (${sql.join(locationIds)}) and exists (select 1 from slots s
      where s.location_id = l.id and s.archived_at is null and s.created_at <= ${from} and s.held_since <= ${from})`.execute(
    db,
  )
  const found = new Map<string, readonly Pick<Stay, 'since' | 'until'>[]>(
    steady.map(({ id }) => [id, [{ since: from, until: to }]]),
  )
  const others = locationIds.filter(id => !found.has(id))
  for (const [id, stays] of await staysIn(db, others, { from, to })) found.set(id, stays)
  return found
}
