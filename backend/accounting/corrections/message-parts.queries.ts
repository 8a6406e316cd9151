/** The parts of a message that can be edited, and their edits. */
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
import { mainNames } from '../../telemetry/readings/meters.contract'
import { dataOf } from './edited-slot-data'
import type { MessageParts, PartValues } from './message-edits.contract'
import type { EditBucket } from '../days/edit-buckets.contract'
import { findMessage, type Key } from './message.queries'

/** A message tells at most as many; the list says no more of one that was made by hand. */
const MOST = 1_000

/** Throws 404 for a message that is not there, not in scope, or of no slot. */
export async function partsOf(db: Db, scope: Scope, key: Key): Promise<MessageParts> {
  const message = await findMessage(db, scope, key)
  const { smib, run, seq, at, nano } = message
  const edits = await db
    .selectFrom('message_edits')
    .select(['id', 'bucket', 'item', 'does', 'before', 'after'])
    .where('smib_id', '=', smib._id)
    .where('message_at', '=', at)
    .where('message_seq_nr', '=', seq)
    .where('state', '=', 'holds')
    .orderBy('id')
    .limit(MOST)
    .execute()
  const editOf = (bucket: EditBucket, item: string) =>
    edits.find(one => one.bucket === bucket && one.item === item)?.id ?? null
  const events = await db
    .selectFrom('events')
    .select(['id', 'server_time', 'event_seq_nr', 'code'])
    .where('smib_id', '=', smib._id)
    .where('message_seq_nr', '=', seq)
    .where('run', '=', run)
    .where('slot_id', 'is not', null)
    // What this system made of the message has no number, and nothing to correct.
    .where('event_seq_nr', 'is not', null)
    .orderBy('server_time')
    .orderBy('event_seq_nr')
    .limit(MOST)
    .execute()
  const readings = await db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_nr', '=', numberOf(message.slot._id))
    .where('server_time', '=', at)
    .where('server_nano', '=', nano)
    .where('message_seq_nr', '=', seq)
    .where('smib_id', '=', smib._id)
    .where('run', '=', run)
    .where(({ or, eb }) => or([eb('held', 'is', null), eb('held', 'not in', ['not_placed', 'too_late'])]))
    .orderBy('game_nr')
    .limit(MOST)
    .execute()
  const data = await dataOf(db, message)
  const { currency: _, ...slot } = message.slot
  const { time_zone, ...location } = message.location
  return {
    slot,
    smib,
    location,
    time_zone,
    events: events.map(one => ({
      event: one.id,
      at: one.server_time,
      event_seq_nr: Number(one.event_seq_nr),
      code: one.code,
      edit: editOf('events', one.id),
    })),
    counters: readings.map(row => ({
      game_nr: row.game_nr,
      meters: Object.fromEntries(
        mainNames.flatMap(name => (row[name] === null ? [] : [[name, row[name]]])),
      ) as PartValues,
      edit: editOf('counters', String(row.game_nr)),
    })),
    slotdata: Object.entries(data ? (JSON.parse(data.data) as PartValues) : {})
      .slice(0, MOST)
      .map(([name, value]) => ({ name, value, edit: editOf('slotdata', name) })),
    edits: edits.map(one => ({
      _id: one.id,
      bucket: one.bucket,
      does: one.does,
      before: JSON.parse(one.before) as PartValues,
      after: JSON.parse(one.after) as PartValues,
    })),
  }
}
