/** Days whose sealing was refused because their report has changed. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { markDay, type MarkedDay } from '../../telemetry/readings/day-marks.service'

/**
 * Outside of a transaction. Where a day is refused since its report has changed, the refusal takes back what was worked
 * out: the day is marked, so that whoever looks again sees the further revision and can seal it.
 */
export async function remarkingChanged<Answer>(
  db: Db,
  { locationId, day }: MarkedDay,
  seal: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await seal()
  } catch (error) {
    if (error instanceof Problem && error.code === 'report_changed') await markDay(db, { locationId, day })
    throw error
  }
}

/** As above, where a request to seal these days was closed because one of them has changed. */
export async function markChanged(db: Db, locationId: string, days: readonly string[]): Promise<void> {
  for (const day of days) await markDay(db, { locationId, day })
}
