/**
 * A sending that has come to its end begins anew: sealed, it goes out at once; not sealed, it waits for its seal as it
 * did the first time.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { recordChange } from '../../platform/audit/audit.service'
import type { RowOf } from '../../platform/contract/contract'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { sendableAgain, type reportSendingsContract } from './report-schedules.contract'
import { readRuleOf } from './report-schedules.store'

type Answer = { outcome: 'done' } | { outcome: 'skipped'; reason: 'under_way' | 'archived' }

/**
 * In a transaction. Of two at once one is answered that it is under way. Throws 403 for whoever may not read that kind
 * of report.
 */
export async function sendAgain(
  db: Db,
  actor: Actor,
  row: RowOf<typeof reportSendingsContract>,
  now: number,
): Promise<Answer> {
  if (!allows(actor.permissions, readRuleOf(row.kind)))
    throw new Problem(403, 'forbidden', { details: { permission: readRuleOf(row.kind) } })
  const schedule = await db
    .selectFrom('report_schedules')
    .select(['archived_at', 'waits_days'])
    .where('id', '=', row.schedule._id)
    .executeTakeFirstOrThrow()
  if (schedule.archived_at !== null) return { outcome: 'skipped', reason: 'archived' }
  const taken = await db
    .updateTable('report_sendings')
    .set(own => ({
      state: 'waiting' as const,
      wait_until: now + schedule.waits_days * DAY_MS,
      next_at: now,
      attempts: 0,
      problem: null,
      updated_at: now,
      version: own('version', '+', 1),
    }))
    .where('id', '=', row._id)
    .where('state', 'in', [...sendableAgain])
    .returning('id')
    .executeTakeFirst()
  if (!taken) return { outcome: 'skipped', reason: 'under_way' }
  // Of other formats than the schedule has now, they would be sent with the new ones.
  await db.deleteFrom('report_sending_files').where('sending_id', '=', row._id).execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'report-sending',
      id: row._id,
      tenantId: row.tenant._id,
      action: 'replay',
      before: { state: row.state, sent_at: row.sent_at, sent_to: row.sent_to },
      after: { state: 'waiting' },
    },
    now,
  )
  return { outcome: 'done' }
}
