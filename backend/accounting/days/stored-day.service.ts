/** What is stored of a closed day, one row for each currency; none while it is open. */
import type { Db } from '../../platform/db/database'
import type { LocationDaysTable } from './days.table'
import type { Day } from '../../telemetry/gaming-days/place.service'

export const storedDay = (
  db: Db,
  { locationId, day }: Pick<Day, 'locationId' | 'day'>,
): Promise<LocationDaysTable[]> =>
  db
    .selectFrom('location_days')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .orderBy('currency')
    .execute()
