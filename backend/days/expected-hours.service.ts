/**
 * Which hours readings are expected of, and which are there: days, their badges, the calendar and reports ask it here. A location's hours are those of
 * all its slots together. A tenant's are those of its locations, each known when any of its slots told something in it.
 */
import { sql } from 'kysely'
import { listOf } from '../db/bulk'
import type { Db } from '../db/database'
import { numberOf, numbersOf } from '../db/short-ids'
import { hoursBetween } from '../rawdata/days-report.queries'
import { gamingDayBoundsIn, type DayRule } from '../rawdata/gaming-day.service'
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

/** Of the hours that are over, those in which one of these stood there, and those that something was told of anyway. */
export const expectedOf = (
  all: readonly number[],
  known: ReadonlySet<number>,
  stood: readonly Pick<Stay, 'since' | 'until'>[],
): number[] =>
  all.filter(hour => known.has(hour) || stood.some(({ since, until }) => hour >= since && hour < until))

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
  const told = new Set(rows.map(row => Number(row.hour_start)))
  return new Map(
    days.map(({ day, from, to }) => {
      const expected = expectedOf(hoursBetween(from, Math.min(to, now)), told, stood)
      return [day, { known: expected.filter(hour => told.has(hour)).length, expected: expected.length }]
    }),
  )
}

/** Of a location's days that are not stored, by day: as they will stand in `location_days`. Null of more than anybody waits for. */
export async function hoursOfSlots(
  db: Db,
  { id, rules }: { id: string; rules: readonly DayRule[] },
  days: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Hours> | null> {
  if (days.length === 0) return new Map()
  const bounds = days.map(day => ({ day, ...gamingDayBoundsIn(rules, day) }))
  const span = { from: bounds[0]?.from ?? 0, to: Math.min(bounds.at(-1)?.to ?? 0, now) }
  const stays = await staysIn(db, [id], span)
  const bySlot = new Map<string, Stay[]>()
  for (const stay of stays.get(id) ?? [])
    bySlot.set(stay.slot_id, [...(bySlot.get(stay.slot_id) ?? []), stay])
  if (bySlot.size * days.length * 24 > MOST_SLOT_HOURS) return null
  // Of slots that stood there all along it is enough how many told something in an hour.
  const steady = [...bySlot].flatMap(([slot, [one]]) =>
    one && one.since <= span.from && one.until >= span.to ? [slot] : [],
  )
  // By number: an identifier is looked up for the few that moved, not for each hour of each slot.
  const name = sql`(select i.id from short_ids i where i.nr = h.slot_nr)`
  const moved =
    steady.length > 0 ? sql`case when h.slot_nr in ${numbersOf(steady)} then null else ${name} end` : name
  const { rows } = await sql<{ hour: number; slots: number; moved: string | null }>`
    select h.hour_start as hour, count(distinct h.slot_nr) as slots, ${listOf(db, moved)} as moved from counter_hours h
    where h.location_nr = ${numberOf(id)} and h.hour_start >= ${span.from} and h.hour_start < ${span.to} and h.game_nr = 0 and h.readings > 0
    group by h.hour_start`.execute(db)
  const counts = new Map(rows.map(row => [Number(row.hour), Number(row.slots)]))
  const told = new Map<string, Set<number>>()
  for (const { hour, moved: slots } of rows)
    for (const slot of slots?.split(',') ?? []) {
      const hours = told.get(slot)
      if (hours) hours.add(Number(hour))
      else told.set(slot, new Set([Number(hour)]))
    }
  for (const slot of steady) bySlot.delete(slot)
  const others = new Set([...told.keys(), ...bySlot.keys()])
  return new Map(
    bounds.map(({ day, from, to }) => {
      const over = hoursBetween(from, Math.min(to, now))
      const sums = {
        known: over.reduce((sum, hour) => sum + (counts.get(hour) ?? 0), 0),
        expected: over.length * steady.length,
      }
      for (const slot of others)
        sums.expected += expectedOf(over, told.get(slot) ?? NONE, bySlot.get(slot) ?? []).length
      return [day, sums]
    }),
  )
}
const NONE: ReadonlySet<number> = new Set()

/**
 * Where locations have had a slot within the span: pieces of time, by location. One with a slot that has been there all along is found by one look,
 * so that it costs nothing how many others it has.
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
