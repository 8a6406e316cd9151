/** One backend at a time looks what is due, and what has been sealed meanwhile. */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { startWatch } from '../../platform/tasks/watch.service'
import { lookAtWaiting, putDown } from './sendings.service'

const LOOK_EVERY_MS = 10_000
/** Schedules are due to the minute; a new seal is found sooner. */
const PUT_DOWN_EVERY_MS = MINUTE_MS
/** By then an e-mail has been sent or was given up (`mail-worker.ts`). */
const FILES_KEPT_MS = 3 * DAY_MS

export function startReportSchedules(deps: Deps): { stop(): Promise<void> } {
  let putDownAt = 0
  return startWatch(deps, {
    name: 'report-schedules',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 10 * LOOK_EVERY_MS,
    failed: 'scheduled reports could not be looked after',
    async look() {
      const now = deps.clock()
      if (now - putDownAt < PUT_DOWN_EVERY_MS) return void (await lookAtWaiting(deps))
      putDownAt = now
      await sendWhatIsDue(deps)
    },
  })
}

/** One turn of the work. */
export async function sendWhatIsDue(deps: Deps): Promise<void> {
  await putDown(deps.db, deps.clock())
  await lookAtWaiting(deps)
  await dropOldFiles(deps.db, deps.clock())
}

const dropOldFiles = (db: Db, now: number) =>
  db
    .deleteFrom('report_sending_files')
    .where('created_at', '<', now - FILES_KEPT_MS)
    .execute()
