/**
 * The evidence of figures: the hours of a slot's day, and the readings that an hour's figures are the difference of.
 */
import { sql } from 'kysely'
import type { z } from 'zod'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { hourEnd, hoursOf } from '../../telemetry/readings/gaming-hours.service'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { endOf } from '../../telemetry/readings/place'
import { summedOf } from '../../telemetry/judgement/summed-slots.service'
import { rowsWithRemainders, withRemainders, type TicketRemainders } from '../figures/ticket-remainders'
import { placeOfSlot } from '../../telemetry/readings/slot-history.queries'
import type { Scope } from '../../platform/request/actor'
import type { DayHead, evidencePlace, HourAnswer, LocationDay, SlotDayAnswer } from './days.contract'
import { interventionsIn } from './interventions.queries'
import type { Day } from '../../telemetry/gaming-days/place.service'
import { openings, readingColumns, type StoredReading } from './readings.queries'
import { indexOf, sumsOf } from './slot-days.queries'
import type { Stored } from '../figures/aggregate.queries'

/** A SMIB reports at most one reading a minute. Where an hour has more than these, the page links to the full list. */
const MOST_READINGS = 1_000

/** Throws 404 for a slot that has no part in the day. */
function ofSlot({ slots, quality: _, totals: __, as_of, ...head }: LocationDay, slotId: string) {
  const rows = slots.filter(({ slot }) => slot._id === slotId)
  const [first] = rows
  if (!first) throw new Problem(404, 'not_found')
  return { head: { ...(head satisfies DayHead), slot: first.slot, as_of }, rows }
}

export async function readSlotDay(
  db: Db,
  place: Day,
  day: LocationDay,
  slotId: string,
): Promise<SlotDayAnswer> {
  const { head, rows } = ofSlot(day, slotId)
  const booked = await bookedIn(db, place, slotId, day.from, day.to)
  const hours = [
    ...new Set([...hoursOf(day, day.as_of).map(hour => hour.from), ...booked.map(one => one.hour_start)]),
  ]
  return {
    ...head,
    rows,
    hours: hours
      .sort((a, b) => a - b)
      .flatMap((from): SlotDayAnswer['hours'] => {
        const hourRows = booked.filter(one => one.hour_start === from)
        const to = Math.min(hourEnd(from), day.to)
        if (hourRows.length === 0) return [{ from, to, readings: 0, denomination_minor: null, sums: null }]
        return hourRows.map(one => ({
          from,
          to,
          readings: one.readings,
          denomination_minor: one.denomination_minor,
          sums: sumsOf(withRemainders(one, one.tickets))[0] ?? null,
        }))
      }),
    interventions: await interventionsIn(db, {
      slotId,
      locationId: place.locationId,
      from: day.from,
      to: day.to,
    }),
  }
}

/**
 * The hour whose figures hold what a slot showed at an instant: each hour takes its end with it. Throws 404 for a slot
 * that the asker does not see.
 */
export async function whereBooked(
  db: Db,
  { tenantId }: Scope,
  slotId: string,
  at: number,
): Promise<z.output<typeof evidencePlace>> {
  let slots = db.selectFrom('slots').select('id').where('id', '=', slotId)
  if (tenantId !== null) slots = slots.where('tenant_id', '=', tenantId)
  const place = (await slots.executeTakeFirst()) && (await placeOfSlot(db, slotId, at))
  if (!place) throw new Problem(404, 'not_found')
  return {
    location: place.locationId,
    day: place.day,
    hour: place.hour,
  }
}

export async function readHour(
  db: Db,
  place: Day,
  day: LocationDay,
  slotId: string,
  hour: number,
  /** 0: of the whole slot. */
  game: number,
): Promise<HourAnswer> {
  const { head } = ofSlot(day, slotId)
  const to = hoursOf(day).find(({ from }) => from === hour)?.to
  if (to === undefined) throw new Problem(404, 'not_found')
  const { rows } = await sql<StoredReading>`
    select ${readingColumns} from counter_readings r
    where r.slot_nr = ${numberOf(slotId)} and r.game_nr = ${game} and r.server_time >= ${hour} and r.server_time <= ${to}
      and r.location_nr = ${numberOf(place.locationId)} and (r.held is null or r.held <> 'not_placed')
    order by r.server_time, r.server_nano, r.message_seq_nr limit ${MOST_READINGS}`.execute(db)
  // To the nanosecond: one at the full hour closes the hour before it.
  const within = rows.filter(one => {
    const end = endOf(one.server_time, one.server_nano)
    return end > hour && end <= to
  })
  const [first] = within
  const moment = {
    slot: slotId,
    key: slotId,
    at: first?.server_time ?? hour,
    nano: first?.server_nano ?? 1,
    seq: first?.message_seq_nr ?? -1,
  }
  const before = (await openings(db, [moment], game)).get(slotId)
  const last = within.findLast(one => one.held === null) ?? before
  const after = last && (await closingElsewhere(db, place, { slotId, game, to, last }))
  const evidenceOf = (reading: StoredReading, where: 'before' | 'here' | 'elsewhere') => ({
    ...indexOf(reading),
    before: where === 'before',
    elsewhere: where === 'elsewhere',
    denomination_minor: reading.denomination_minor,
    currency: reading.currency,
    held: reading.held,
    repairs: (reading.repairs === null ? {} : JSON.parse(reading.repairs)) as Record<string, string>,
  })
  return {
    ...head,
    hour: { from: hour, to },
    game_nr: game,
    summed_games: game === 0 ? await gamesIn(db, place, slotId, hour) : [],
    readings: [
      ...(before ? [evidenceOf(before, 'before')] : []),
      ...within.map(one => evidenceOf(one, 'here')),
      ...(after ? [evidenceOf(after, 'elsewhere')] : []),
    ],
    // What the cents meters of tickets counted beyond their credits is a row in cents.
    booked: (await bookedIn(db, place, slotId, hour, to, game)).flatMap(row =>
      withRemainders(row, row.tickets).flatMap((one, nr) =>
        sumsOf([one]).map(sums => ({
          denomination_minor: one.denomination_minor,
          by_cents: nr > 0,
          moved: Object.fromEntries(movementNames.map(name => [name, one[name]])),
          sums,
        })),
      ),
    ),
    interventions: await interventionsIn(db, { slotId, locationId: place.locationId, from: hour, to }),
  }
}

async function gamesIn(db: Db, { locationId }: Day, slotId: string, hour: number): Promise<number[]> {
  const summed = (await summedOf(db, [slotId])).get(slotId)
  if (!summed || hour >= summed.before) return []
  const games = await db
    .selectFrom('counter_hours')
    .select('game_nr')
    .distinct()
    .where('slot_nr', '=', numberOf(slotId))
    .where('hour_start', '=', hour)
    .where('location_nr', '=', numberOf(locationId))
    .where('game_nr', '>', 0)
    .orderBy('game_nr')
    .execute()
  return games.map(({ game_nr }) => game_nr)
}

/**
 * What moved across a change of location is booked where the slot stood before, in the hour of the change; its second
 * reading was taken elsewhere.
 */
async function closingElsewhere(
  db: Db,
  { locationId }: Day,
  { slotId, game, to, last }: { slotId: string; game: number; to: number; last: StoredReading },
): Promise<StoredReading | undefined> {
  // Where the slot left at the very end of the hour, it is elsewhere a millisecond later.
  if ((await placeOfSlot(db, slotId, to + 1))?.locationId === locationId) return undefined
  const { rows } = await sql<StoredReading & { is_here: number }>`
    select ${readingColumns}, case when r.location_nr = ${numberOf(locationId)} then 1 else 0 end as is_here
    from counter_readings r where r.slot_nr = ${numberOf(slotId)} and r.game_nr = ${game} and r.held is null
      and r.server_time >= ${last.server_time}
      and (r.server_time, r.server_nano, r.message_seq_nr) > (${last.server_time}, ${last.server_nano}, ${last.message_seq_nr})
    order by r.server_time, r.server_nano, r.message_seq_nr limit 1`.execute(db)
  const [next] = rows
  return next?.is_here === 0 && next.repairs?.includes('straddle') ? next : undefined
}

type HourRow = Stored & { hour_start: number; readings: number; tickets?: TicketRemainders }

/** By hour and price; of the whole slot or one of its games, in this location. */
async function bookedIn(
  db: Db,
  { locationId }: Day,
  slotId: string,
  from: number,
  to: number,
  game = 0,
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select hour_start, currency, denomination_minor, readings, 1 as machines, ${sql.join(movementNames.map(name => sql.ref(name)))}
    from counter_hours where slot_nr = ${numberOf(slotId)} and hour_start >= ${from} and hour_start < ${to}
      and location_nr = ${numberOf(locationId)} and game_nr = ${game}
    order by hour_start, denomination_minor`.execute(db)
  return rowsWithRemainders(rows, row => `${row.hour_start} ${row.currency}`)
}
