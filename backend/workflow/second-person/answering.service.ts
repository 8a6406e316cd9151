/** Answers requests of every kind, in a transaction: nobody answers their own, and of two at once one answers. */
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { answersKind, type ApprovalKind } from './approval-kinds.contract'
import { closeRequest } from './closing.service'
import { isSecondPerson } from './second-person.service'
import { isStoredKind, rulesOf, type Approval, type Who } from './kinds.service'

export interface Request {
  _id: string
  kind: ApprovalKind
  /** A repair's id; of the other kinds their own. */
  record: string
}
export type Answering = 'approve' | 'refuse' | 'withdraw'

const STATES = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const

/** Throws 409 `request_own`, `request_foreign` and `version_conflict`, 403, and whatever doing it throws. */
export async function answerRequest(
  who: Who,
  { _id, kind, record }: Request,
  how: Answering,
  reason: string,
): Promise<void> {
  if (!isStoredKind(kind)) return answerProposal(who, { _id, kind, record }, how, reason)
  const request = await storedRequest(who, _id)
  await demandSecondPerson(who, how, request.asked_by_id)
  if (how !== 'withdraw' && !allows(who.actor.permissions, answersKind[kind]))
    throw new Problem(403, 'forbidden', { details: { permission: answersKind[kind] } })
  if (Number(request.expires_at) <= who.now) throw new Problem(409, 'version_conflict')
  // First: what is done may be allowed only where its request is approved.
  await closeRequest(who, request, STATES[how], reason)
  if (how === 'approve') await rulesOf(kind).perform(who, request)
}

/** Of a proposal its own wing refuses the approval by whoever made it. */
async function answerProposal(
  who: Who,
  { _id, kind, record }: Request & { kind: 'repair' },
  how: Answering,
  reason: string,
): Promise<void> {
  if (how !== 'approve') await demandSecondPerson(who, how, await askerOf(who.db, _id))
  return rulesOf(kind).answer(who, record, how === 'approve' ? 'approve' : 'refuse', reason)
}

/** In a transaction: its subject has changed since the request, so it has to be requested again. */
export async function outdateRequest(
  who: Who,
  { _id, kind, record }: Request,
  reason: string,
): Promise<void> {
  if (!isStoredKind(kind)) return rulesOf(kind).outdate(who, record, reason)
  const stored = await storedRequest(who, _id)
  await closeRequest(who, stored, 'outdated', reason)
  await rulesOf(kind).outdated?.(who, stored)
}

/** The other kinds stay until they are answered, or until they expire. */
export const canBeOutdated = (kind: ApprovalKind): boolean =>
  !isStoredKind(kind) || rulesOf(kind).canBeOutdated

async function demandSecondPerson({ db, actor }: Who, how: Answering, requestedBy: string): Promise<void> {
  if (how === 'withdraw') {
    if (requestedBy !== actor.id) throw new Problem(409, 'request_foreign')
  } else if (!(await isSecondPerson(db, actor, requestedBy))) throw new Problem(409, 'request_own')
}

async function storedRequest({ db }: Pick<Who, 'db'>, id: string): Promise<Approval> {
  const row = await db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  return row
}

async function askerOf(db: Db, id: string): Promise<string> {
  const { asked_by_id } = await db
    .selectFrom('approval_requests')
    .select('asked_by_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return asked_by_id
}
