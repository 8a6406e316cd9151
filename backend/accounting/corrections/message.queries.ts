/** The message that somebody means to ignore, with the readings it has. */
import type { Reference } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'

export interface Key {
  smib: string
  at: number
  message_seq_nr: number
}
export interface Message {
  smib: Reference
  slot: Reference & { currency: string }
  location: Reference & { time_zone: string }
  tenantId: string
  run: number
  at: number
  nano: number
  seq: number
}
export interface Found extends Message {
  /** Game numbers that it has readings of. */
  games: number[]
}

/** Throws 404 for a message that is not there, not in scope, or of no slot. */
export async function findMessage(
  db: Db,
  { tenantId }: Scope,
  { smib, at, message_seq_nr }: Key,
): Promise<Message> {
  const row = await db
    .selectFrom('messages as m')
    .innerJoin('smibs as b', 'b.id', 'm.smib_id')
    .innerJoin('slots as s', 's.id', 'm.slot_id')
    .innerJoin('locations as l', 'l.id', 'm.location_id')
    .select([
      'm.run',
      'm.server_nano',
      'm.tenant_id',
      'b.id as smib_id',
      'b.mac',
      's.id as slot_id',
      's.serial',
      's.currency',
      'l.id as location_id',
      'l.name',
      'l.time_zone',
    ])
    .where('m.smib_nr', '=', numberOf(smib))
    .where('m.server_time', '=', at)
    .where('m.message_seq_nr', '=', message_seq_nr)
    .$if(tenantId !== null, query => query.where('m.tenant_id', '=', tenantId ?? ''))
    .orderBy('m.run', 'desc')
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  return {
    smib: { _id: row.smib_id, name: row.mac },
    slot: { _id: row.slot_id, name: row.serial, currency: row.currency },
    location: { _id: row.location_id, name: row.name, time_zone: row.time_zone },
    tenantId: row.tenant_id,
    run: row.run,
    at,
    nano: row.server_nano,
    seq: message_seq_nr,
  }
}

/**
 * As `findMessage`; throws 409 for one without readings, where there is nothing to ignore, and for one of which
 * somebody edits a reading.
 */
export async function messageOf(db: Db, scope: Scope, key: Key): Promise<Found> {
  const message = await findMessage(db, scope, key)
  const readings = await db
    .selectFrom('counter_readings')
    .select('game_nr')
    .where('slot_nr', '=', numberOf(message.slot._id))
    .where('server_time', '=', message.at)
    .where('server_nano', '=', message.nano)
    .where('message_seq_nr', '=', message.seq)
    .where('smib_id', '=', message.smib._id)
    .where('run', '=', message.run)
    .where(({ or, eb }) => or([eb('held', 'is', null), eb('held', 'not in', ['not_placed', 'too_late'])]))
    .orderBy('game_nr')
    .execute()
  if (readings.length === 0) throw new Problem(409, 'nothing_to_ignore')
  const edited = await db
    .selectFrom('message_edits')
    .select('id')
    .where('smib_id', '=', key.smib)
    .where('message_at', '=', key.at)
    .where('message_seq_nr', '=', key.message_seq_nr)
    .where('bucket', '=', 'counters')
    .where('state', '=', 'holds')
    .limit(1)
    .executeTakeFirst()
  if (edited) throw new Problem(409, 'message_edited')
  return { ...message, games: readings.map(({ game_nr }) => game_nr) }
}
