/**
 * Increments and sources change at full hours, so that what is booked in an hour contributes by one rule, whenever it
 * arrives.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'

/** The first full hour that has not begun. */
export const nextHour = (now: number): number => (Math.floor(now / HOUR_MS) + 1) * HOUR_MS

/**
 * Past contributions stay; from the next full hour on the level grows by these. Changed twice within an hour, the
 * last one holds.
 */
export async function setTerms(
  db: Db,
  level: { id: string; tenantId: string; visible: number; hidden: number },
  from: number,
): Promise<void> {
  await db
    .updateTable('jackpot_terms')
    .set({ to_hour: from })
    .where('level_id', '=', level.id)
    .where('to_hour', 'is', null)
    .where('from_hour', '<', from)
    .execute()
  const terms = { visible_bp: level.visible, hidden_bp: level.hidden }
  await db
    .insertInto('jackpot_terms')
    .values({ level_id: level.id, tenant_id: level.tenantId, from_hour: from, to_hour: null, ...terms })
    .onConflict(on => on.columns(['level_id', 'from_hour']).doUpdateSet(terms))
    .execute()
}
