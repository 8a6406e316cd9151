/**
 * Sums what play has added to a level since an hour, by the increments and sources of each hour, as contributions are
 * made (`contributions.service.ts`).
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'

interface Level {
  id: string
  tenant_id: string
  jackpot_id: string
  currency: string
}

/** Ten-thousandths of a minor unit, slot by slot, because hours are stored by slot. */
export async function addedSince(
  db: Db,
  { id, tenant_id, jackpot_id, currency }: Level,
  from: number,
): Promise<{ visible: number; hidden: number }> {
  const { rows } = await sql<{ visible: string | number | null; hidden: string | number | null }>`
    select sum(h.coin_in * h.denomination_minor * t.visible_bp) as visible, sum(h.coin_in * h.denomination_minor * t.hidden_bp) as hidden
    from jackpot_shares c
    join counter_hours h on h.slot_nr = ${numberOf(sql`c.slot_id`)} and h.hour_start >= ${from} and h.game_nr = 0
    join jackpot_terms t on t.level_id = c.level_id and t.from_hour <= h.hour_start and (t.to_hour is null or t.to_hour > h.hour_start)
    where c.level_id = ${id} and h.tenant_id = ${tenant_id} and h.currency = ${currency}
      and exists (select 1 from jackpot_sources s where s.jackpot_id = ${jackpot_id}
        and (s.location_id is null or s.location_id = h.location_id) and (s.slot_id is null or s.slot_id = h.slot_id)
        and s.from_hour <= h.hour_start and (s.to_hour is null or s.to_hour > h.hour_start))`.execute(db)
  return { visible: Number(rows[0]?.visible ?? 0), hidden: Number(rows[0]?.hidden ?? 0) }
}

/** All that has ever been contributed to it. */
export async function contributedTo(db: Db, levelId: string): Promise<{ visible: number; hidden: number }> {
  const { visible, hidden } = await db
    .selectFrom('jackpot_shares')
    .select(row => [row.fn.sum('visible').as('visible'), row.fn.sum('hidden').as('hidden')])
    .where('level_id', '=', levelId)
    .executeTakeFirstOrThrow()
  return { visible: Number(visible ?? 0), hidden: Number(hidden ?? 0) }
}
