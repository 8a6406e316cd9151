/** A request to a second person is stored exactly as it was shown, and carried out when that person approves it. */
import { recordChange } from '../../platform/audit/audit.service'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import type { WaitingRequest } from './waiting.contract'
import type { ApprovalsTable } from './approvals.table'

/** Unanswered for longer it counts as refused. Convention. */
export const ANSWER_WITHIN_MS = 7 * 86_400_000

export type SecondPersonSetting = 'seal_second_person' | 'edit_second_person'

/** Whether the tenant asks for a second person. */
export async function needsSecond(db: Db, tenantId: string, setting: SecondPersonSetting): Promise<boolean> {
  const settings = await settingsHeldBy(db, { tenantId: null }, 'fraud', tenantId)
  return settings[setting]?.value === true
}

type NewApproval = Pick<
  ApprovalsTable,
  'tenant_id' | 'location_id' | 'slot_id' | 'kind' | 'about' | 'day' | 'through' | 'cause'
> & {
  body: object
  effect?: object
  /** The edit that it reverts. */
  edit_id?: string
}

/** In a transaction. Throws 409 `approval_waits` while another request about the same is not answered. Answers its id. */
export async function ask(
  db: Db,
  actor: Actor,
  { body, effect, ...subject }: NewApproval,
  now: number,
): Promise<string> {
  // One that nobody answered in time makes room.
  const late = await db
    .updateTable('approvals')
    .set(row => ({ answer: 'expired', answered_at: now, updated_at: now, version: row('version', '+', 1) }))
    .where('about', '=', subject.about)
    .where('answer', 'is', null)
    .where('expires_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  if (late)
    await recordChange(
      db,
      actor,
      {
        entity: 'approval',
        id: late.id,
        tenantId: subject.tenant_id,
        action: 'expire',
        before: { state: 'waiting' },
        after: { state: 'expired' },
      },
      now,
    )
  const stored = await db
    .insertInto('approvals')
    .values({
      ...subject,
      id: newId(now),
      version: 1,
      search: '',
      archived_at: null,
      created_at: now,
      updated_at: now,
      body: JSON.stringify(body),
      effect: effect ? JSON.stringify(effect) : null,
      asked_by_id: actor.id,
      asked_by: actor.name,
      expires_at: now + ANSWER_WITHIN_MS,
      answer: null,
      answered_by: null,
      answered_at: null,
      answer_reason: null,
      edit_id: subject.edit_id ?? null,
    })
    .onConflict(on => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw new Problem(409, 'approval_waits')
  const { kind, day, through, cause } = subject
  await recordChange(
    db,
    actor,
    {
      entity: 'approval',
      id: stored.id,
      tenantId: subject.tenant_id,
      action: 'ask',
      before: null,
      after: { kind, day, through, asked: body, reason: cause },
    },
    now,
  )
  return stored.id
}

/** The request about this that nobody has answered yet. */
export async function waitingAbout(
  db: Db,
  abouts: readonly string[],
  now: number,
): Promise<WaitingRequest | null> {
  const found = await db
    .selectFrom('approvals')
    .select(['id as _id', 'asked_by', 'expires_at'])
    .where('about', 'in', abouts)
    .where('answer', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found ?? null
}

/** In a transaction. Of two who answer at once the second finds it answered: 409. */
export async function close(
  db: Db,
  actor: Actor,
  id: string,
  answer: 'approved' | 'refused' | 'withdrawn' | 'outdated',
  reason: string,
  now: number,
): Promise<void> {
  const closed = await db
    .updateTable('approvals')
    .set(row => ({
      answer,
      answered_by: actor.name,
      answered_at: now,
      answer_reason: reason,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('answer', 'is', null)
    .returning(['tenant_id', 'kind', 'day', 'through', 'asked_by'])
    .executeTakeFirst()
  if (!closed) throw new Problem(409, 'version_conflict')
  const { tenant_id: tenantId, ...before } = closed
  await recordChange(
    db,
    actor,
    {
      entity: 'approval',
      id,
      tenantId,
      action: ACTIONS[answer],
      before: { ...before, state: 'waiting' },
      after: { ...before, state: answer, reason },
    },
    now,
  )
}

const ACTIONS = {
  approved: 'approve',
  refused: 'refuse',
  withdrawn: 'withdraw',
  outdated: 'outdate',
} as const
