/**
 * Raw rows of sealed days go into archives once they are as old as their tenant says. One backend does it at a time.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../platform/deps'
import { startWatch, type Turn } from '../../platform/tasks/watch.service'
import { archiveDay, nextDue } from './archiving.service'

const LOOK_EVERY_MS = 60_000
/** After a start the readings that SMIBs buffered meanwhile come first. */
const PATIENCE_MS = 5 * 60_000
const LEASE_MS = 5 * 60_000

export const startRawRetention = (deps: Deps) =>
  startWatch(deps, {
    name: 'raw-retention',
    everyMs: LOOK_EVERY_MS,
    afterMs: PATIENCE_MS,
    leaseMs: LEASE_MS,
    failed: 'raw rows could not be archived',
    look: turn => archiveDue(deps, turn),
  })

async function archiveDue(deps: Deps, { signal, isOurs }: Turn): Promise<void> {
  let since = performance.now()
  // Between two pieces as long as the last one took, so that it never has more than half of a writer.
  const goOn = async () => {
    await pause(performance.now() - since, undefined, { signal }).catch(() => {})
    since = performance.now()
    return !signal.aborted && (await isOurs())
  }
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
