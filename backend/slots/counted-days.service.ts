import type { Db } from '../db/database'

/** A day's sums are kept by price: the same number in another currency would be added to them. */
export const COUNTED_MS = 2 * 86_400_000

/** Slots that have told something of a day that was not long over at this instant, or of a later one. */
export async function countedSince(
  db: Db,
  slotIds: readonly string[],
  instant: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('counter_days')
    .select('slot_id')
    .distinct()
    .where('slot_id', 'in', slotIds)
    .where('gaming_day', '>=', new Date(instant - COUNTED_MS).toISOString().slice(0, 10))
    .execute()
  return new Set(rows.map(({ slot_id }) => slot_id))
}
