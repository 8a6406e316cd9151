/** Writes a win down, once for each run of a level, which is held from then on. */
import { presenceAt } from '../../platform/contract/presence'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { JackpotLevelsTable } from './jackpots.table'

/** The evidence of a win. Minor units; `parts` ten-thousandths of one. */
export interface WinEvidence {
  value_before: number
  value_after: number
  /** The exact value of the level before the first of them; older wins have `value_before` alone. */
  parts_before?: number
  /**
   * All that the level was fed since it was last seen below its point, in the order in which they count: the winner's
   * and, after it, what is left for the next run.
   */
  contributions: { slot_id: string; parts: number; last_at: number }[]
}

export interface Winner {
  slotId: string
  /** The slot's location at that time; without it, its present one. */
  locationId?: string
  at: number
  amount: number
  state: 'hit_pending' | 'celebrating'
  evidence: WinEvidence
}

/** In a transaction that holds the level. Answers the win's id. */
export async function recordWin(
  db: Db,
  level: JackpotLevelsTable,
  { slotId, locationId, at, amount, state, evidence }: Winner,
  now: number,
): Promise<string> {
  const slot = await db
    .selectFrom('slots as s')
    .leftJoin('smibs as b', 'b.slot_id', 's.id')
    .select(['s.id', 's.location_id', 'b.last_seen_at'])
    .where('s.id', '=', slotId)
    .executeTakeFirstOrThrow()
  const id = newId(now)
  await db
    .insertInto('jackpot_wins')
    .values({
      id,
      tenant_id: level.tenant_id,
      search: '',
      version: 1,
      archived_at: null,
      created_at: now,
      updated_at: now,
      number: `${level.name.toUpperCase()}-${level.run}`,
      jackpot_id: level.jackpot_id,
      level_id: level.id,
      slot_id: slot.id,
      location_id: locationId ?? slot.location_id,
      currency: level.currency,
      state,
      run: level.run,
      won_at: at,
      amount_minor: amount,
      point_minor: level.point_minor,
      point_nonce: level.point_nonce,
      point_hash: level.point_hash,
      evidence: JSON.stringify(evidence),
      slot_state: presenceAt(slot.last_seen_at, now) === 'online' ? 'online' : 'offline',
      stopped_at: null,
      paid_at: null,
      paid_by: null,
      payment_reason: null,
      payment_method: null,
      aft_command_id: null,
      aft_transaction_id: null,
      reset_at: null,
    })
    .execute()
  await db
    .updateTable('jackpot_levels')
    .set(row => ({
      state: 'hit',
      won_minor: amount,
      hits: row('hits', '+', 1),
      last_hit_at: at,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', level.id)
    .execute()
  return id
}
