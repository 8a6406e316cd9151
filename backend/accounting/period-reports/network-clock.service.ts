/** Which day it is for a report over several locations, and in which time zone its days are. */
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { placeOf } from './days-report.queries'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'

export { daysOf } from '../figures/aggregate.queries'

/**
 * The furthest open day of those in scope, the first of them that still runs somewhere, and the zone that they share;
 * the system's own people read in UTC where there are several.
 */
export async function clockOf(db: Db, scope: Scope, location: string | null, now: number) {
  if (location !== null) {
    const place = await placeOf(db, scope, { entity: 'location', id: location })
    const open = gamingDayOf(now, place.time_zone, place.gaming_day_start)
    return { zone: place.time_zone, open, running: open }
  }
  const rhythms = await db
    .selectFrom('locations')
    .select(['time_zone', 'gaming_day_start'])
    .distinct()
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .execute()
  const zones = [...new Set(rhythms.map(one => one.time_zone))]
  const days = rhythms.map(one => gamingDayOf(now, one.time_zone, one.gaming_day_start)).sort()
  const none = new Date(now).toISOString().slice(0, 10)
  return {
    zone: (zones.length === 1 && zones[0]) || 'UTC',
    open: days.at(-1) ?? none,
    running: days[0] ?? none,
  }
}
