/** Moves the other rows that a SMIB sent in a span (not readings) when it stood on another slot than was known. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { doors, renewDoor } from '../../estate/slots/doors.service'
import { countEvents, stretches, within } from './moved-rows'
import { madeCodes } from '../readings/sas-events'
import { slotHistoryOf } from '../readings/slot-history.queries'

/** (from, to], epoch milliseconds; a slot is null where the SMIB stood on none. */
export interface Reassignment {
  smibId: string
  from: number
  to: number
  leaves: string | null
  joins: string | null
}

/** An event that this system raised itself stays with the slot for which it was raised. */
const isFromSmib = sql<boolean>`code not in (${sql.join(madeCodes)})`
const ROWS_OF_SMIB = [
  ['events', 'server_time', 'server_nano', isFromSmib],
  ['slot_data', 'sent_at', 'server_nano', sql<boolean>`1 = 1`],
  ['sequence_breaks', 'at', null, sql<boolean>`1 = 1`],
] as const

/** In a transaction. On no slot they keep the location that they have: a SMIB without a slot stands there. */
export async function reassignRows(db: Db, { smibId, from, to, leaves, joins }: Reassignment): Promise<void> {
  const smib = numberOf(smibId)
  const pieces = joins
    ? stretches(await slotHistoryOf(db, joins), from, to).map(({ after, until, place: { locationId } }) => ({
        after,
        until,
        locationId,
      }))
    : [{ after: from, until: to, locationId: null }]
  for (const { after, until, locationId } of pieces) {
    const there = locationId === null ? sql`` : sql`, location_id = ${locationId}`
    const thereByNumber = locationId === null ? sql`` : sql`, location_nr = ${numberOf(locationId)}`
    // A line of a log has a time of its own, and belongs where its message does.
    await sql`update smib_logs set slot_id = cast(${joins} as text)${there} where smib_id = ${smibId} and exists (select 1 from stored_messages m
      where m.smib_nr = ${smib} and m.run = smib_logs.run and m.message_seq_nr = smib_logs.message_seq_nr
        and ${within('m.server_time', 'm.server_nano', after, until)})`.execute(db)
    await sql`update stored_messages set slot_nr = ${joins === null ? sql`null` : numberOf(joins)}${thereByNumber}
      where smib_nr = ${smib} and ${within('server_time', 'server_nano', after, until)}`.execute(db)
    for (const [table, time, nano, which] of ROWS_OF_SMIB)
      await sql`update ${sql.table(table)} set slot_id = cast(${joins} as text)${there}
        where smib_id = ${smibId} and ${which} and ${within(time, nano, after, until)}`.execute(db)
  }
  for (const slotId of [leaves, joins]) if (slotId) await countAnew(db, slotId, from, to)
}

/** What is counted of a slot's events, and what they say of its doors. */
async function countAnew(db: Db, slotId: string, from: number, to: number): Promise<void> {
  const held = await slotHistoryOf(db, slotId)
  const both = { was: held, now: held }
  // An event at the very start of a day belongs to it.
  await countEvents(db, slotId, { ...both, from, to: to + 1 })
  // A handpay takes its amount from the call before it: the next one may take it from another.
  const next = await db
    .selectFrom('events')
    .select('server_time')
    .where('slot_id', '=', slotId)
    .where('code', 'in', ['51', '52'])
    .where('server_time', '>', to)
    .orderBy('server_time')
    .limit(1)
    .executeTakeFirst()
  if (next) await countEvents(db, slotId, { ...both, from: next.server_time, to: next.server_time + 1 })
  for (const [opens] of doors) await renewDoor(db, slotId, opens)
}
