/** Sees that PostgreSQL has the months to come, and none that is over and empty: at the start and each hour, one backend at a time. */
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import { holdLease, releaseLease } from '../tasks/lease.service'
import { keepMonths } from './months.service'

const LOOK_EVERY_MS = 3_600_000
const LEASE = 'months-watch'
/** A turn makes a few tables. */
const LEASE_MS = 60_000

export function startMonthsWatch({ db, clock, engine, log }: Deps): { stop(): Promise<void> } {
  if (engine !== 'postgres') return { stop: () => Promise.resolve() }
  const owner = newId()
  let looking: Promise<void> | undefined
  const look = async () => {
    if (!(await holdLease(db, LEASE, owner, LEASE_MS, clock()))) return
    const { made, dropped } = await keepMonths(db, clock())
    if (made.length + dropped.length > 0) log.info({ made, dropped }, 'months of raw rows')
  }
  const turn = () => {
    looking ??= look()
      // A table that is in use is tried again; until then its rows stand in the part for the rest.
      .catch((err: unknown) => log.warn({ err }, 'months of raw rows could not be kept'))
      .finally(() => (looking = undefined))
  }
  turn()
  const timer = setInterval(turn, LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await releaseLease(db, LEASE, owner).catch(() => {})
    },
  }
}
