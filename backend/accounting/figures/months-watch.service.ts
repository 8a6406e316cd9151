/**
 * Makes PostgreSQL's partitions of the months to come and drops those that are over and empty: at the start and each
 * hour, one backend at a time.
 */
import { HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Deps } from '../../platform/deps'
import { startWatch } from '../../platform/tasks/watch.service'
import { keepMonths } from './months.service'

const LOOK_EVERY_MS = HOUR_MS
/** A turn makes a few tables. */
const LEASE_MS = MINUTE_MS

export function startMonthsWatch(deps: Deps): { stop(): Promise<void> } {
  const { db, clock, engine, log } = deps
  if (engine !== 'postgres') return { stop: () => Promise.resolve() }
  return startWatch(deps, {
    name: 'months-watch',
    everyMs: LOOK_EVERY_MS,
    afterMs: 0,
    leaseMs: LEASE_MS,
    // Until the next turn rows stand in the part for the rest.
    failed: 'months of raw rows could not be kept',
    async look() {
      const { made, dropped } = await keepMonths(db, clock())
      if (made.length + dropped.length > 0) log.info({ made, dropped }, 'months of raw rows')
    },
  })
}
