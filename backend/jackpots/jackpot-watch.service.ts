/** Levels are looked at every second or two, by one backend: a win is told as soon as a person could see it. */
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import { holdLease, releaseLease } from '../tasks/lease.service'
import { findTold } from './told-wins.service'
import { findWins } from './wins.service'

const LOOK_EVERY_MS = 2_000
const LEASE = 'jackpot-watch'

export function startJackpotWatch(deps: Deps): { stop(): Promise<void> } {
  const owner = newId()
  let looking: Promise<void> | undefined
  const look = async () => {
    if (!(await holdLease(deps.db, LEASE, owner, 10 * LOOK_EVERY_MS, deps.clock()))) return
    await findWins(deps)
    await findTold(deps)
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'jackpots could not be looked at'))
      .finally(() => (looking = undefined))
  }, LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await releaseLease(deps.db, LEASE, owner).catch(() => {})
    },
  }
}
