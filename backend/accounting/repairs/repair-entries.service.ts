/** What people did about a crossing in doubt, one entry each. */
import { recordChange } from '../../platform/audit/audit.service'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor, Scope } from '../../platform/request/actor'
import type { RulingBody } from '../../telemetry/judgement/rulings.service'
import type { RepairEffect } from './repairs.contract'
import type { StoredRepair } from './repairs.queries'
import type { DecisionAction } from './repairs.table'

export interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}

/** What an entry keeps of an effect. */
export const effectSummary = ({ total, largest }: RepairEffect) => ({ total, largest })

/** Added, never changed; with it an entry of the audit log. */
export async function enter(
  { db, actor, now }: Who,
  repair: StoredRepair,
  action: DecisionAction,
  {
    body,
    effect,
    reason,
    isOwn,
  }: { body?: RulingBody | null; effect?: RepairEffect; reason: string; isOwn?: boolean },
): Promise<string> {
  const entry = newId(now)
  const { nr } = await db
    .selectFrom('repair_decisions')
    .select(row => row.fn.max('nr').as('nr'))
    .where('repair_id', '=', repair.id)
    .executeTakeFirstOrThrow()
  const summary = effect && effectSummary(effect)
  await db
    .insertInto('repair_decisions')
    .values({
      id: entry,
      tenant_id: repair.tenant_id,
      repair_id: repair.id,
      nr: Number(nr ?? 0) + 1,
      action,
      body: body ? JSON.stringify(body) : null,
      effect: summary ? JSON.stringify(summary) : null,
      reason,
      user_id: actor.id,
      user_name: actor.name,
      at: now,
    })
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'repair',
      id: repair.id,
      tenantId: repair.tenant_id,
      action: isOwn ? 'withdraw' : action,
      before: { state: repair.state },
      after: {
        // What is proposed is worked out and not booked.
        state: action === 'propose' ? repair.state : (effect?.state ?? repair.state),
        ...(body && { decision: body }),
        ...summary,
        reason,
      },
    },
    now,
  )
  return entry
}
