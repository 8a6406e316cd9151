/** Raw rows of sealed days go into archives once they are as old as their tenant says. One backend does it at a time. */
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import { holdLease, releaseLease } from '../tasks/lease.service'
import { archiveDay, nextDue } from './archiving.service'

const LOOK_EVERY_MS = 60_000
/** After a start readings that were kept meanwhile come first. */
const PATIENCE_MS = 5 * 60_000
const LEASE_MS = 5 * 60_000
const LEASE = 'raw-retention'

export function startRawRetention(deps: Deps): { stop(): Promise<void> } {
  const owner = newId()
  const stopped = new AbortController()
  const isOurs = () => holdLease(deps.db, LEASE, owner, LEASE_MS, deps.clock())
  let since = performance.now()
  // Between two pieces as long as the last one took, so that it never has more than half of a writer.
  const goOn = async () => {
    await pause(performance.now() - since, undefined, { signal: stopped.signal }).catch(() => {})
    since = performance.now()
    return !stopped.signal.aborted && (await isOurs())
  }
  const look = async () => {
    if (!(await isOurs())) return
    // One that fails keeps no other waiting, and is tried again a minute later.
    const failed = new Set<string>()
    const due = async () =>
      (await nextDue(deps.db, deps.clock())).filter(({ locationId }) => !failed.has(locationId))
    for (let days = await due(); days.length > 0; days = await due())
      for (const day of days) {
        if (!(await goOn())) return
        await archiveDay(deps, day, goOn).catch((err: unknown) => {
          failed.add(day.locationId)
          deps.log.warn({ err, location_id: day.locationId, day: day.day }, 'a day was not archived')
        })
      }
  }
  let looking: Promise<void> | undefined
  // A turn that takes longer than the pause between two is not begun a second time.
  const turn = () => {
    since = performance.now()
    looking ??= look()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'raw rows could not be archived'))
      .finally(() => (looking = undefined))
  }
  let timer: NodeJS.Timeout = setTimeout(() => {
    turn()
    timer = setInterval(turn, LOOK_EVERY_MS)
  }, PATIENCE_MS)
  return {
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      clearInterval(timer)
      await looking
      await releaseLease(deps.db, LEASE, owner).catch(() => {})
    },
  }
}
