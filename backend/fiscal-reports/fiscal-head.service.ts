/** How far a location's fiscal days are sealed. */
import type { Db } from '../db/database'
import type { Place } from '../days/place.service'
import { dateAfter, gamingDayBoundsIn } from '../rawdata/gaming-day.service'

/**
 * In a transaction, whose end frees it: of two that store or seal reports of one location the second waits, so that a month's sums and what stands in
 * which report are worked out from what the first left. A day's mark (`markDay`) is taken before this, never after. Answers the last sealed day.
 */
export async function holdFiscalHead(
  db: Db,
  { locationId, tenantId }: Pick<Place, 'locationId' | 'tenantId'>,
): Promise<string | null> {
  const { sealed_through } = await db
    .insertInto('fiscal_heads')
    .values({ location_id: locationId, tenant_id: tenantId, sealed_through: null })
    .onConflict(on => on.column('location_id').doUpdateSet({ tenant_id: tenantId }))
    .returning('sealed_through')
    .executeTakeFirstOrThrow()
  return sealed_through
}

export async function sealedThrough(db: Db, locationId: string): Promise<string | null> {
  const head = await db
    .selectFrom('fiscal_heads')
    .select('sealed_through')
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  return head?.sealed_through ?? null
}

/** The next date that is a gaming day: a calendar may have skipped one. */
export function dayAfter({ rules }: Pick<Place, 'rules'>, day: string): string {
  let next = dateAfter(day, 1)
  for (let tries = 0; tries < 3; tries++) {
    const { from, to } = gamingDayBoundsIn(rules, next)
    if (from < to) break
    next = dateAfter(next, 1)
  }
  return next
}

/** The first day that is not sealed; null while none of the location is, when nothing can be late for one. */
export async function firstUnsealed(
  db: Db,
  place: Pick<Place, 'locationId' | 'rules'>,
): Promise<string | null> {
  const last = await sealedThrough(db, place.locationId)
  return last === null ? null : dayAfter(place, last)
}
