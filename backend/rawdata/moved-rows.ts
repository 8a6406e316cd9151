/** Where the rows of a slot belong, of a span in which something else held than they were stored by. */
import { sql, type RawBuilder } from 'kysely'
import { pipelined } from '../db/bulk'
import type { Db } from '../db/database'
import { dayNumber, numberOf, numbersOf } from '../db/short-ids'
import { intoEventDays } from './events'
import { gamingDayBoundsIn, gamingDayIn } from './gaming-day.service'
import { endOf, type Place } from './place'
import { placeAt, type Held } from './what-held.queries'

/** Those that know their place and are summed nowhere, by their time. */
const TOLD = [
  ['slot_data', 'sent_at', 'server_nano'],
  ['sequence_breaks', 'at', null],
] as const
const PIECE = 1_000

/** What ends in (from, to] belongs elsewhere now. Epoch milliseconds. */
export interface Rebooking {
  was: Held
  now: Held
  from: number
  to: number
}

/** In a transaction. */
export async function moveRows(db: Db, slotId: string, { was, now, from, to }: Rebooking): Promise<void> {
  // Counted by what they say before it is changed.
  await moveEvents(db, slotId, { was, now, from, to })
  // Where they stand: these tables are found by location and time, not by slot.
  const there = [...new Set(was.rows.map(row => row.location_id))]
  for (const { after, until, place } of stretches(now, from, to)) {
    const [slot, location, day] = [numberOf(slotId), numberOf(place.locationId), dayNumber(place.day)]
    await sql`update stored_readings set location_nr = ${location}, day_nr = ${day},
        currency = ${place.currency}, denomination_minor = ${place.denomination}
      where slot_nr = ${slot} and ${within('server_time', 'server_nano', after, until)}
        and (held is null or held <> 'not_placed') and (location_nr <> ${location} or day_nr <> ${day}
          or currency <> ${place.currency} or denomination_minor <> ${place.denomination})`.execute(db)
    await sql`update stored_messages set location_nr = ${location}
      where slot_nr = ${slot} and location_nr <> ${location} and location_nr in ${numbersOf(there)}
        and ${within('server_time', 'server_nano', after, until)}`.execute(db)
    for (const [table, time, nano] of TOLD)
      await sql`update ${sql.table(table)} set location_id = ${place.locationId}
        where slot_id = ${slotId} and location_id <> ${place.locationId} and location_id in (${sql.join(there)})
          and ${within(time, nano, after, until)}`.execute(db)
  }
}

/** Ends in (after, until], to the nanosecond. */
const within = (time: string, nano: string | null, after: number, until: number): RawBuilder<boolean> => {
  const [at, rest] = [sql.ref(time), nano === null ? sql`0` : sql.ref(nano)]
  return sql<boolean>`${at} >= ${after} and ${at} <= ${until}
    and (${at} > ${after} or ${rest} > 0) and (${at} < ${until} or ${rest} = 0)`
}

interface Stretch {
  after: number
  until: number
  place: Place
}

/** The span in pieces of one place and day, in order of time. */
function stretches(held: Held, from: number, to: number): Stretch[] {
  const all: Stretch[] = []
  for (let after = from; after < to;) {
    // The first instant that belongs to the piece.
    const place = placeAt(held, after + 1)
    if (!place) break
    const { to: dayEnds } = gamingDayBoundsIn(held.rules.get(place.locationId) ?? [], place.day)
    const next = held.rows.find(row => row.valid_from > after)?.valid_from ?? to
    const until = Math.min(to, next, Math.max(dayEnds, after + 1))
    all.push({ after, until, place })
    after = until
  }
  return all
}

async function moveEvents(db: Db, slotId: string, { was, now, from, to }: Rebooking): Promise<void> {
  const counts = new Map<string, number>()
  const count = ({ locationId, tenantId }: Place, day: string, code: string, by: number) => {
    const key = JSON.stringify([slotId, day, code, locationId, tenantId])
    counts.set(key, (counts.get(key) ?? 0) + by)
  }
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'server_time', 'server_nano', 'code', 'location_id'])
      .where('slot_id', '=', slotId)
      .where(within('server_time', 'server_nano', from, to))
      .where('id', '>', last)
      .orderBy('id')
      .limit(PIECE)
      .execute()
    for (const { server_time: at, server_nano, code } of rows) {
      const [there, here] = [placeAt(was, endOf(at, server_nano)), placeAt(now, endOf(at, server_nano))]
      if (!there || !here) continue
      // An event at the very start of a day belongs to it.
      count(there, gamingDayIn(was.rules.get(there.locationId) ?? [], at), code, -1)
      count(here, gamingDayIn(now.rules.get(here.locationId) ?? [], at), code, 1)
    }
    const end = rows.at(-1)
    if (!end || rows.length < PIECE) break
    last = end.id
  }
  const changed = [...counts].filter(([, by]) => by !== 0)
  if (changed.length > 0)
    await pipelined(db, [
      ...intoEventDays(
        db,
        changed.map(([key, by]) => [...(JSON.parse(key) as string[]), by]),
      ),
    ])
  await db.deleteFrom('event_days').where('slot_id', '=', slotId).where('count', '<=', 0).execute()
  for (const { after, until, place } of stretches(now, from, to))
    await db
      .updateTable('events')
      .set({ location_id: place.locationId })
      .where('slot_id', '=', slotId)
      .where('location_id', '<>', place.locationId)
      .where(within('server_time', 'server_nano', after, until))
      .execute()
}
