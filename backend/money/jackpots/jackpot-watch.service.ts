/** One backend checks the levels every second or two, so that a win is announced as soon as a person could see it. */
import type { Deps } from '../../platform/deps'
import { startWatch } from '../../platform/tasks/watch.service'
import { detectWins } from './win-detection.service'
import { FAILED, findWins } from './wins.service'

const LOOK_EVERY_MS = 2_000

export const startJackpotWatch = (deps: Deps) =>
  startWatch(deps, {
    name: 'jackpot-watch',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 10 * LOOK_EVERY_MS,
    failed: FAILED,
    async look() {
      await findWins(deps)
      await detectWins(deps)
    },
  })
