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
    for (
      let due = await nextDue(deps.db, deps.clock());
      due.length > 0;
      due = await nextDue(deps.db, deps.clock())
    )
      for (const day of due) {
        if (!(await goOn())) return
        await archiveDay(deps, day, goOn)
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
