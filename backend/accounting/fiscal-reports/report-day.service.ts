/** Which day of which location a daily report is of, for whoever has the report's id alone. */
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { dailyReportsStore } from './fiscal-reports.stores'

/** Throws 404 `not_found` outside the scope. `day`: YYYY-MM-DD. */
export async function dayOfReport(
  db: Db,
  scope: Scope,
  report: string,
  now: number,
): Promise<{ location: string; day: string }> {
  const { location, report_date } = await dailyReportsStore.get(db, scope, report, now)
  return { location: location._id, day: report_date }
}
