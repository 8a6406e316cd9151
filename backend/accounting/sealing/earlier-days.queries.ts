/** Days that have to be closed and sealed before a day, or have no report of their own once it is sealed. */
import type { Db } from '../../platform/db/database'
import { Problem } from '../../platform/contract/problem'
import { dateAfter } from '../../estate/locations/gaming-day.service'
import type { Place } from '../../telemetry/gaming-days/place.service'
import { nextToSeal, sealedThrough } from '../period-lock/fiscal-head.service'
import { isOver } from './close-days.service'

/** A standstill of more than a year is named by its first days, since days are sealed in order. */
const MOST_DAYS = 400

/**
 * Days from before the books with readings, not closed. Sealing any day after them leaves them without a report of
 * their own. Oldest first.
 */
export async function unclosedBeforeBooks(
  db: Db,
  { locationId }: Pick<Place, 'locationId'>,
  before: string,
): Promise<string[]> {
  const head = await db
    .selectFrom('fiscal_heads')
    .select(['books_from', 'sealed_through'])
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  const end = head && head.books_from < before ? head.books_from : before
  const rows = await db
    .selectFrom('counter_days as c')
    .leftJoin('location_days as d', join =>
      join.onRef('d.location_id', '=', 'c.location_id').onRef('d.day', '=', 'c.gaming_day'),
    )
    .select('c.gaming_day')
    .distinct()
    .where('c.location_id', '=', locationId)
    .where('c.gaming_day', '>', head?.sealed_through ?? '')
    .where('c.gaming_day', '<', end)
    .where('c.readings', '>', 0)
    .where('d.day', 'is', null)
    .orderBy('c.gaming_day')
    .execute()
  return rows.map(({ gaming_day }) => gaming_day)
}

/**
 * Before a day is sealed: answers the days that are left out by it, all of which a person has named. Throws 422 for
 * any other one. `given`: named, or about to be closed.
 */
export async function demandNamed(
  db: Db,
  place: Pick<Place, 'locationId'>,
  before: string,
  given: readonly string[],
): Promise<string[]> {
  const days = await unclosedBeforeBooks(db, place, before)
  const named = new Set(given)
  const left = days.filter(day => !named.has(day))
  const [day = ''] = left
  if (left.length > 0)
    throw new Problem(422, 'invalid', {
      fields: { leave_out: [{ code: 'earlier_open', params: { count: left.length, day } }] },
    })
  return days
}

/** Over, with readings or within the books, and not closed (`open`); closed and not sealed (`closed`). Oldest first. */
async function earlierDays(
  db: Db,
  place: Place,
  before: string,
  now: number,
): Promise<{ open: string[]; closed: string[] }> {
  const { tenantId, locationId } = place
  const [through, next, reported] = await Promise.all([
    sealedThrough(db, locationId),
    nextToSeal(db, place),
    unclosedBeforeBooks(db, place, before),
  ])
  const stored = await db
    .selectFrom('location_days')
    .select(['day', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '>', through ?? '')
    .where('day', '<', before)
    .orderBy('day')
    .execute()
  const isStored = new Set(stored.map(({ day }) => day))
  const open = new Set(reported)
  let day = next ?? before
  for (let count = 0; day < before && count < MOST_DAYS; count++, day = dateAfter(day, 1))
    if (!isStored.has(day)) open.add(day)
  return {
    open: [...open].sort().filter(day => isOver(place, day, now)),
    closed: stored.filter(({ state }) => state === 'closed').map(({ day }) => day),
  }
}

/** By month, so that each is one link to its desk. */
export async function earlierMonths(db: Db, place: Place, before: string, now: number) {
  const { open, closed } = await earlierDays(db, place, before, now)
  const months = [...new Set([...open, ...closed].map(day => day.slice(0, 7)))].sort()
  return months.map(month => ({
    month,
    open: open.filter(day => day.startsWith(month)),
    closed: closed.filter(day => day.startsWith(month)).length,
  }))
}
