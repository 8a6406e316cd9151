/**
 * What was in doubt in a span of a slot, and what people did about its readings: decided, left out, corrected, entered;
 * who, and why.
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { Intervention } from './days.contract'

/** As many of a kind as a page shows; the lists of the slot have all. */
const MOST = 100

export interface SlotSpan {
  slotId: string
  locationId: string
  from: number
  to: number
}

/** In order of time, of what holds. */
export async function interventionsIn(db: Db, span: SlotSpan): Promise<Intervention[]> {
  const all = await Promise.all([
    repairsIn(db, span),
    ignoredIn(db, span),
    enteredIn(db, span),
    editsIn(db, span),
  ])
  return all.flat().sort((a, b) => a.at - b.at || (a._id < b._id ? -1 : 1))
}

/**
 * With the decision that holds. What was counted between the last good reading and the first in doubt is in doubt, too.
 */
async function repairsIn(db: Db, { slotId, locationId, from, to }: SlotSpan): Promise<Intervention[]> {
  const rows = await db
    .selectFrom('repairs')
    .select(['id', 'kind', 'state', 'crossing', 'game_nr'])
    .where('slot_id', '=', slotId)
    .where('location_id', '=', locationId)
    .where('until', '>', from)
    .where(sql<number>`coalesce(last_at, crossing - 1)`, '<', to)
    .orderBy('crossing')
    .limit(MOST)
    .execute()
  const decisions =
    rows.length > 0
      ? await decisionsOf(
          db,
          rows.map(({ id }) => id),
        )
      : new Map()
  return rows.map(({ id, kind, state, crossing, game_nr }) => {
    const decided = state === 'open' ? undefined : decisions.get(id)
    return {
      of: 'repair',
      _id: id,
      kind,
      state,
      game_nr: Number(game_nr),
      at: Number(crossing),
      by: decided?.user_name ?? null,
      reason: decided?.reason ?? null,
    }
  })
}

/** The newest that took effect, by repair. */
async function decisionsOf(db: Db, repairs: readonly string[]) {
  const rows = await db
    .selectFrom('repair_decisions')
    .select(['repair_id', 'reason', 'user_name', 'nr'])
    .where('repair_id', 'in', repairs)
    .where('action', 'in', ['decide', 'approve'])
    .orderBy('nr')
    .execute()
  return new Map(rows.map(row => [row.repair_id, row]))
}

/** By the end of what they are about, as the figures are. */
const within = (from: number, to: number) =>
  sql<boolean>`at >= ${from} and at <= ${to} and at + case when nano > 0 then 1 else 0 end > ${from}
    and at + case when nano > 0 then 1 else 0 end <= ${to}`

async function ignoredIn(db: Db, { slotId, locationId, from, to }: SlotSpan): Promise<Intervention[]> {
  const rows = await db
    .selectFrom('ignored_messages')
    .select(['id', 'at', 'message_seq_nr', 'cause', 'ignored_by'])
    .where('slot_id', '=', slotId)
    .where('location_id', '=', locationId)
    .where('state', '=', 'ignored')
    .where(within(from, to))
    .orderBy('at')
    .limit(MOST)
    .execute()
  return rows.map(({ id, at, message_seq_nr, cause, ignored_by }) => ({
    of: 'ignored',
    _id: id,
    message_seq_nr: Number(message_seq_nr),
    at: Number(at),
    by: ignored_by,
    reason: cause,
  }))
}

async function enteredIn(db: Db, { slotId, locationId, from, to }: SlotSpan): Promise<Intervention[]> {
  const rows = await db
    .selectFrom('manual_readings')
    .select(['id', 'at', 'kind', 'cause', 'entered_by'])
    .where('slot_id', '=', slotId)
    .where('location_id', '=', locationId)
    .where('state', '=', 'counts')
    .where('at', '>', from)
    .where('at', '<=', to)
    .orderBy('at')
    .limit(MOST)
    .execute()
  return rows.map(({ id, at, kind, cause, entered_by }) => ({
    of: 'entered',
    _id: id,
    kind,
    at: Number(at),
    by: entered_by,
    reason: cause,
  }))
}

async function editsIn(db: Db, { slotId, locationId, from, to }: SlotSpan): Promise<Intervention[]> {
  const rows = await db
    .selectFrom('message_edits')
    .select(['id', 'bucket', 'does', 'at', 'message_seq_nr', 'cause', 'edited_by'])
    .where('slot_id', '=', slotId)
    .where('location_id', '=', locationId)
    .where('state', '=', 'holds')
    .where(within(from, to))
    .orderBy('at')
    .limit(MOST)
    .execute()
  return rows.map(({ id, bucket, does, at, message_seq_nr, cause, edited_by }) => ({
    of: 'edit',
    _id: id,
    bucket,
    does,
    message_seq_nr: Number(message_seq_nr),
    at: Number(at),
    by: edited_by,
    reason: cause,
  }))
}
