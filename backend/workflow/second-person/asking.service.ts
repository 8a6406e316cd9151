/** A request to a second person is stored exactly as it was shown, and carried out when that person approves it. */
import { DAY_MS } from '../../platform/contract/durations'
import { recordChange } from '../../platform/audit/audit.service'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import { closeRequest } from './closing.service'
import type { WaitingRequest } from './waiting.contract'
import type { ApprovalsTable } from './approvals.table'

/** Unanswered for longer it counts as refused. Convention. */
export const ANSWER_WITHIN_MS = 7 * DAY_MS

export type SecondPersonSetting = 'seal_second_person' | 'edit_second_person'

/** Whether the tenant asks for a second person. */
export async function needsSecond(db: Db, tenantId: string, setting: SecondPersonSetting): Promise<boolean> {
  const settings = await settingsHeldBy(db, { tenantId: null }, 'fraud', tenantId)
  return settings[setting]?.value === true
}

type Subject = Pick<ApprovalsTable, 'kind' | 'about'>

/**
 * In a transaction: the columns that every new request has. One about the same that nobody answered in time makes room;
 * throws what `refusal` makes while another one waits.
 */
export async function newRequest<Of extends Subject>(
  { db, actor, now }: { db: Db; actor: Actor; now: number },
  subject: Of,
  { refusal, within = ANSWER_WITHIN_MS }: { refusal: () => Problem; within?: number },
) {
  const waiting = await db
    .selectFrom('approvals')
    .selectAll()
    .where('about', '=', subject.about)
    .where('answer', 'is', null)
    .executeTakeFirst()
  if (waiting) {
    if (Number(waiting.expires_at) > now) throw refusal()
    await closeRequest({ db, actor, now }, waiting, 'expired', null, refusal)
  }
  return { ...subject, asked_by_id: actor.id, asked_by: actor.name, expires_at: now + within }
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

/**
 * In a transaction. Throws 409 `approval_waits` while another request about the same is not answered. Answers its id.
 */
export async function ask(
  db: Db,
  actor: Actor,
  { body, effect, ...subject }: NewApproval,
  now: number,
): Promise<string> {
  const refusal = () => new Problem(409, 'approval_waits')
  const stored = await db
    .insertInto('approvals')
    .values({
      ...(await newRequest({ db, actor, now }, subject, { refusal })),
      id: newId(now),
      version: 1,
      search: '',
      created_at: now,
      updated_at: now,
      body: JSON.stringify(body),
      effect: effect ? JSON.stringify(effect) : null,
    })
    // Another one that came at once and was not to be seen yet.
    .onConflict(on => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw refusal()
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
