import { DAY_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'

/** A day's sums are stored by price: the same number in another currency would be added to them. */
const COUNTED_MS = 2 * DAY_MS

interface Price {
  currency: string
  denomination_minor: number
}

/**
 * Whether the number held in another currency at this instant or so little before it that a day may have begun with it.
 * `rows`: what held until then, in order of time.
 */
export const heldInAnother = (
  rows: readonly (Price & { valid_from: number })[],
  { currency, denomination_minor }: Price,
  instant: number,
): boolean =>
  rows.some(
    (row, nr) =>
      row.denomination_minor === denomination_minor &&
      row.currency !== currency &&
      (rows[nr + 1]?.valid_from ?? instant) > instant - COUNTED_MS,
  )

/** Slots that have reported for a day that was not long over at this instant, or for a later one. */
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
