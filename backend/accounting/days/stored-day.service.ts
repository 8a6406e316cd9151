/** What is stored of a closed day, one row for each currency; none while it is open. */
import { markDay } from '../../telemetry/readings/day-marks.service'
import type { Db } from '../../platform/db/database'
import type { LocationDaysTable } from './days.table'
import type { Day } from '../../telemetry/gaming-days/place.service'

export const storedDay = (
  db: Db,
  { tenantId, locationId, day }: Pick<Day, 'tenantId' | 'locationId' | 'day'>,
): Promise<LocationDaysTable[]> =>
  db
    .selectFrom('location_days')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .orderBy('currency')
    .execute()

/**
 * Before the report of a day is stored, and its location's head held: the rows of the next closed day go on from it,
 * and a day from before the books takes over what is late of sealed ones.
 */
export async function markNextClosed(
  db: Db,
  { tenantId, locationId, day }: Pick<Day, 'tenantId' | 'locationId' | 'day'>,
): Promise<void> {
  const next = await db
    .selectFrom('location_days')
    .select(row => row.fn.min('day').as('day'))
    .where('tenant_id', '=', tenantId)
    .where('location_id', '=', locationId)
    .where('day', '>', day)
    .where('state', '=', 'closed')
    .executeTakeFirst()
  if (next?.day) await markDay(db, { locationId, day: next.day })
}
