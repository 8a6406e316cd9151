/** Where the rows of a slot belong, of a span in which something else held than they were stored by. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import { numberOf, numbersOf } from '../../platform/db/short-ids'
import { recountSums, type DayOfSlot } from '../readings/event-sums.service'
import { renewPendingHandpays } from '../readings/pending-handpays.service'
import { gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import { hourEnd } from '../readings/gaming-hours.service'
import type { Place } from '../readings/place'
import { hourCut, moveReadings } from '../readings/reading-terms.service'
import { madeCodes } from '../readings/sas-events'
import { placeAt, type SlotHistory } from '../readings/slot-history.queries'

/** Those that know their place, by their time. */
const TOLD = [
  ['events', 'server_time', 'server_nano'],
  ['slot_data', 'sent_at', 'server_nano'],
  ['sequence_breaks', 'at', null],
] as const

/** What ends in (from, to] belongs elsewhere now. Epoch milliseconds. */
export interface Rebooking {
  was: SlotHistory
  now: SlotHistory
  from: number
  to: number
}

/** In a transaction. */
export async function moveRows(db: Db, slotId: string, { was, now, from, to }: Rebooking): Promise<void> {
  // Where they stand: these tables are found by location and time, not by slot.
  const there = [...new Set(was.rows.map(row => row.location_id))]
  for (const { after, until, place } of stretches(now, from, to)) {
    const [slot, location] = [numberOf(slotId), numberOf(place.locationId)]
    await moveReadings(
      db,
      { ...place, slotId },
      sql<boolean>`${within('server_time', 'server_nano', after, until)} and (held is null or held not in ('not_placed', 'too_late'))`,
    )
    await sql`update stored_messages set location_nr = ${location}
      where slot_nr = ${slot} and location_nr <> ${location} and location_nr in ${numbersOf(there)}
        and ${within('server_time', 'server_nano', after, until)}`.execute(db)
    for (const [table, time, nano] of TOLD)
      await sql`update ${sql.table(table)} set location_id = ${place.locationId}
        where slot_id = ${slotId} and location_id <> ${place.locationId} and location_id in (${sql.join(there)})
          and ${within(time, nano, after, until)}`.execute(db)
  }
  await countEvents(db, slotId, { was, now, from, to })
}

/** Ends in (after, until], to the nanosecond. */
export const within = (
  time: string,
  nano: string | null,
  after: number,
  until: number,
): RawBuilder<boolean> => {
  const [at, rest] = [sql.ref(time), nano === null ? sql`0` : sql.ref(nano)]
  return sql<boolean>`${at} >= ${after} and ${at} <= ${until}
    and (${at} > ${after} or ${rest} > 0) and (${at} < ${until} or ${rest} = 0)`
}

export interface Stretch {
  after: number
  until: number
  place: Place
}

/** The span in pieces of one place, day and cut of the hour, in order of time. */
export function stretches(held: SlotHistory, from: number, to: number): Stretch[] {
  const all: Stretch[] = []
  for (let after = from; after < to;) {
    // The first instant that belongs to the piece.
    const place = placeAt(held, after + 1)
    if (!place) break
    const { to: dayEnds } = gamingDayBoundsIn(held.rules.get(place.locationId) ?? [], place.day)
    const next = held.rows.find(row => row.valid_from > after)?.valid_from ?? to
    // A day that begins within an hour has the rest of that hour as one of its own.
    const hourEnds = hourCut(place) > 0 ? hourEnd(place.hour) : Infinity
    const until = Math.min(to, next, hourEnds, Math.max(dayEnds, after + 1))
    all.push({ after, until, place })
    after = until
  }
  return all
}

/**
 * Counted once more, whatever was counted of them before: one that came after a location's rule was backdated and
 * before its slot's turn is counted by the new rule already.
 */
export async function countEvents(db: Db, slotId: string, { was, now, from, to }: Rebooking): Promise<void> {
  const days = new Map<string, { locationId: string; day: string }>()
  for (const { place } of [...stretches(was, from, to), ...stretches(now, from, to)])
    days.set(`${place.locationId} ${place.day}`, place)
  const counted: DayOfSlot[] = []
  for (const { locationId, day } of days.values()) {
    const own = (table: 'events' | 'event_days') =>
      sql`${sql.ref(`${table}.slot_id`)} = ${slotId} and ${sql.ref(`${table}.location_id`)} = ${locationId}`
    // An event at the very start of a day belongs to it.
    const bounds = gamingDayBoundsIn(now.rules.get(locationId) ?? was.rules.get(locationId) ?? [], day)
    counted.push({ locationId, day, ...bounds })
    await sql`delete from event_days where ${own('event_days')} and gaming_day = ${day}`.execute(db)
    await sql`insert into event_days (slot_id, gaming_day, code, location_id, tenant_id, count)
      select slot_id, ${day}, code, location_id, tenant_id, count(*) from events
      where ${own('events')} and server_time >= ${bounds.from} and server_time < ${bounds.to}
        and code not in (${sql.join(madeCodes)})
      group by slot_id, code, location_id, tenant_id`.execute(db)
  }
  await recountSums(db, slotId, counted, now)
  await renewPendingHandpays(db, [slotId])
}
