/** How far a location's fiscal days are sealed. */
import type { Db } from '../../platform/db/database'
import type { Day, Place } from '../../telemetry/gaming-days/place.service'
import { dateAfter, gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'

/**
 * In a transaction, whose end frees it: of two that store or seal reports of one location the second waits, so that a
 * month's sums and what stands in which report are worked out from what the first left. A day's mark (`markDay`) is
 * taken before this, never after. Answers the last sealed day.
 */
export async function holdFiscalHead(
  db: Db,
  { locationId, tenantId, day }: Pick<Day, 'locationId' | 'tenantId' | 'day'>,
): Promise<string | null> {
  const { sealed_through } = await db
    .insertInto('fiscal_heads')
    .values({ location_id: locationId, tenant_id: tenantId, books_from: day, sealed_through: null })
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

/** Whether a day is before the first reading of its location and before its first closed day. */
export async function isBeforeBooks(
  db: Db,
  { locationId, day }: Pick<Day, 'locationId' | 'day'>,
): Promise<boolean> {
  const head = await db
    .selectFrom('fiscal_heads')
    .select('books_from')
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  if (head && head.books_from <= day) return false
  const earliest = await db
    .selectFrom('counter_days')
    .select(row => row.fn.min('gaming_day').as('first'))
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  return !earliest?.first || earliest.first > day
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

/**
 * The next day to be sealed, closed or not; null where the location has never closed one. From the beginning of the
 * books each day follows the last; of the time before it, which was reported later, only the days that were closed are
 * sealed.
 */
export async function nextToSeal(
  db: Db,
  place: Pick<Place, 'tenantId' | 'locationId' | 'rules'>,
): Promise<string | null> {
  const head = await db
    .selectFrom('fiscal_heads')
    .select(['books_from', 'sealed_through'])
    .where('location_id', '=', place.locationId)
    .executeTakeFirst()
  if (!head) return null
  const { books_from, sealed_through: last } = head
  const following = last === null ? null : dayAfter(place, last)
  if (following !== null && following >= books_from) return following
  const closed = await db
    .selectFrom('location_days')
    .select(row => row.fn.min('day').as('day'))
    .where('tenant_id', '=', place.tenantId)
    .where('location_id', '=', place.locationId)
    .where('day', '>', last ?? '')
    .executeTakeFirst()
  return closed?.day && closed.day < books_from ? closed.day : books_from
}
