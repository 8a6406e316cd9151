/** One backend at a time looks what is due, and what has been sealed meanwhile. */
import { newId } from '../db/new-id'
import type { Db } from '../db/database'
import type { Deps } from '../deps'
import { holdLease, releaseLease } from '../tasks/lease.service'
import { lookAtWaiting, putDown } from './sendings.service'

const LOOK_EVERY_MS = 10_000
/** Hours are told to the minute; what was sealed is noticed sooner. */
const PUT_DOWN_EVERY_MS = 60_000
const LEASE = 'report-schedules'
/** By then an e-mail has been sent or was given up (`mail-worker.ts`). */
const FILES_KEPT_MS = 3 * 86_400_000

export function startReportSchedules(deps: Deps): { stop(): Promise<void> } {
  const owner = newId()
  let looking: Promise<void> | undefined
  let putDownAt = 0
  const look = async () => {
    const now = deps.clock()
    if (!(await holdLease(deps.db, LEASE, owner, 10 * LOOK_EVERY_MS, now))) return
    if (now - putDownAt < PUT_DOWN_EVERY_MS) return void (await lookAtWaiting(deps))
    putDownAt = now
    await sendWhatIsDue(deps)
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'scheduled reports could not be looked after'))
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
