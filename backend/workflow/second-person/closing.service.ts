/** A request is closed once, with the entry of the audit log that says so. */
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { ApprovalAnswer } from './approval-kinds.contract'
import { rulesOf, type Approval, type Who } from './kinds.service'

const ACTIONS: Readonly<Record<ApprovalAnswer, string>> = {
  approved: 'approve',
  refused: 'refuse',
  withdrawn: 'withdraw',
  outdated: 'outdate',
  expired: 'expire',
}

/**
 * In a transaction. Of two who answer at once the second finds it answered: 409. One that expired is nobody's answer.
 */
export async function closeRequest(
  { db, actor, now }: Omit<Who, 'scope'>,
  request: Approval,
  answer: ApprovalAnswer,
  reason: string | null,
  conflict: () => Problem = () => new Problem(409, 'version_conflict'),
): Promise<void> {
  const closed = await db
    .updateTable('approvals')
    .set(row => ({
      answer,
      answered_by: answer === 'expired' ? null : actor.name,
      answered_at: now,
      answer_reason: reason,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', request.id)
    .where('answer', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!closed) throw conflict()
  const { entity, describe } = rulesOf(request.kind)
  await recordChange(
    db,
    actor,
    {
      entity,
      id: request.id,
      tenantId: request.tenant_id,
      action: ACTIONS[answer],
      before: describe(request, null),
      after: { ...describe(request, answer), ...(reason !== null && { reason }) },
    },
    now,
  )
}
