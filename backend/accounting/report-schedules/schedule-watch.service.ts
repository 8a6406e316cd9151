/** One backend at a time looks what is due, and what has been sealed meanwhile. */
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Deps } from '../../platform/deps'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'
import { FAILED, lookAtWaiting, putDown } from './sendings.service'

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
  const tenants = await tenantsWith(
    deps.db,
    sql`select distinct s.tenant_id from report_sending_files f join report_sendings s on s.id = f.sending_id
      where f.created_at < ${before}`,
  )
  await tenantByTenant(deps, tenants, {
    failed: FAILED,
    async work(tenant) {
      const { numDeletedRows } = await deps.db
        .deleteFrom('report_sending_files')
        .where('created_at', '<', before)
        .where('sending_id', 'in', own =>
          own.selectFrom('report_sendings').select('id').where('tenant_id', '=', tenant),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  })
}
