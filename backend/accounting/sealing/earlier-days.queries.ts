/** Days that have to be closed and sealed before a day, or fall out of the books with it. */
import type { Db } from '../../platform/db/database'
import { dateAfter } from '../../estate/locations/gaming-day.service'
import type { Place } from '../../telemetry/gaming-days/place.service'
import { nextToSeal, sealedThrough } from '../period-lock/fiscal-head.service'
import { daysToClose } from './close-days.service'

/** A standstill of more than a year is named by its last days. */
const MOST_DAYS = 400

/** Over, with readings or within the books, and not closed (`open`); closed and not sealed (`closed`). Oldest first. */
async function earlierDays(
  db: Db,
  place: Place,
  before: string,
  now: number,
): Promise<{ open: string[]; closed: string[] }> {
  const { locationId } = place
  const [through, next, reported] = await Promise.all([
    sealedThrough(db, locationId),
    nextToSeal(db, place),
    db
      .selectFrom('counter_days')
      .select(row => row.fn.min('gaming_day').as('first'))
      .where('location_id', '=', locationId)
      .where('gaming_day', '<', before)
      .where('readings', '>', 0)
      .executeTakeFirst(),
  ])
  const earliest = [reported?.first, next].filter((day): day is string => typeof day === 'string').sort()[0]
  if (earliest === undefined || earliest >= before) return { open: [], closed: [] }
  const past = through !== null && through >= earliest ? dateAfter(through, 1) : earliest
  const most = dateAfter(before, -MOST_DAYS)
  const dates: string[] = []
  for (let day = past > most ? past : most; day < before; day = dateAfter(day, 1)) dates.push(day)
  const [first] = dates
  if (first === undefined) return { open: [], closed: [] }
  const stored = await db
    .selectFrom('location_days')
    .select(['day', 'state'])
    .where('location_id', '=', locationId)
    .where('day', '>=', first)
    .where('day', '<', before)
    .execute()
  const states = new Map(stored.map(({ day, state }) => [day, state]))
  return {
    open: await daysToClose(db, place, dates, new Set(states.keys()), next, now),
    closed: dates.filter(day => states.get(day) === 'closed'),
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
