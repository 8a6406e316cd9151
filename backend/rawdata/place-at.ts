/** Where a reading that nobody told is booked: the place of the one before it, at another instant. */
import type { Db } from '../db/database'
import { gamingDayOf } from './gaming-day.service'
import type { Place } from './roll-ups'

export async function placeAt(db: Db, place: Place, at: number): Promise<Place | undefined> {
  const location = await db
    .selectFrom('locations')
    .select(['time_zone', 'gaming_day_start'])
    .where('id', '=', place.locationId)
    .executeTakeFirst()
  return location && { ...place, at, day: gamingDayOf(at - 1, location.time_zone, location.gaming_day_start) }
}
