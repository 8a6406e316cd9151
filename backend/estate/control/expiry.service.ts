/** A command that nobody answered in time has no answer; somebody must look, since silence is no message. */
import { sql } from 'kysely'
import type { Deps } from '../../platform/deps'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { repeat } from '../../platform/tasks/watch.service'
import { holdSlots } from './answers'
import { isPlay, PLAY_LANE } from '../orders/orders.service'

const LOOK_EVERY_MS = 2_000
const MOST_AT_ONCE = 1_000
const FAILED = 'unanswered commands could not be looked for'

/** Several backends may look at once: the state is in the condition. Answers how many have no answer now. */
export async function expireCommands(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = deps.clock()
  const tenants = await tenantsWith(
    deps.db,
    sql`select tenant_id from machine_commands where state in ('queued', 'sent') and expires_at <= ${now}
      group by tenant_id order by min(expires_at)`,
  )
  return tenantByTenant(deps, tenants, {
    most: MOST_AT_ONCE,
    failed: FAILED,
    work: (tenant, most) => expireOf(deps.db, tenant, most, now),
  })
}

async function expireOf(db: Deps['db'], tenant: string, most: number, now: number): Promise<number> {
  const due = await db
    .selectFrom('machine_commands')
    .select(['id', 'kind', 'slot_id'])
    .where('tenant_id', '=', tenant)
    .where('state', 'in', ['queued', 'sent'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(most)
    .execute()
  if (due.length === 0) return 0
  return db.transaction().execute(async tx => {
    await holdSlots(tx, due)
    const ended = await tx
      .updateTable('machine_commands')
      // A lock or unlock still waits for its SMIB.
      .set(row => ({
        state: 'no_answer',
        open_target: row.case().when('lane', '=', PLAY_LANE).then(row.ref('open_target')).else(null).end(),
      }))
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .where('state', 'in', ['queued', 'sent'])
      .where('expires_at', '<=', now)
      .returning(['kind', 'slot_id'])
      .execute()
    const slots = ended.flatMap(({ kind, slot_id }) => (isPlay(kind) && slot_id ? [slot_id] : []))
    if (slots.length > 0)
      await tx.updateTable('slots').set({ lock_delivery: 'no_answer' }).where('id', 'in', slots).execute()
    return ended.length
  })
}

export const startExpiry = (deps: Deps): { stop(): Promise<void> } =>
  repeat(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: FAILED,
    turn: () => expireCommands(deps),
  })
