/** One backend at a time looks what is due, and what has been sealed meanwhile. */
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Deps } from '../../platform/deps'
import { dueByTenant, tenantByTenant } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'
import { FAILED, lookAtWaiting, putDown } from './sendings.service'

const LOOK_EVERY_MS = 10_000
/** Schedules are due to the minute; a new seal is found sooner. */
const PUT_DOWN_EVERY_MS = MINUTE_MS
/** By then an e-mail has been sent or was given up (`mail-worker.ts`). */
const FILES_KEPT_MS = 3 * DAY_MS
/** Sendings whose files go in one statement. */
const PIECE = 200

export function startReportSchedules(deps: Deps): { stop(): Promise<void> } {
  let putDownAt = 0
  return startWatch(deps, {
    name: 'report-schedules',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 10 * LOOK_EVERY_MS,
    failed: FAILED,
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
  await putDown(deps)
  await lookAtWaiting(deps)
  await dropOldFiles(deps)
}

async function dropOldFiles(deps: Deps): Promise<void> {
  const before = deps.clock() - FILES_KEPT_MS
  const old = await dueByTenant(
    deps.db,
    sql<{ tenant_id: string; sending: string }>`select distinct s.tenant_id, s.id as sending
      from report_sending_files f join report_sendings s on s.id = f.sending_id where f.created_at < ${before}`,
  )
  await tenantByTenant(deps, [...old.keys()], {
    failed: FAILED,
    async work(tenant) {
      const ids = old.get(tenant)?.map(({ sending }) => sending) ?? []
      for (let from = 0; from < ids.length; from += PIECE)
        await deps.db
          .deleteFrom('report_sending_files')
          .where('sending_id', 'in', ids.slice(from, from + PIECE))
          .where('created_at', '<', before)
          .execute()
      return ids.length
    },
  })
}
