/** Answers to what somebody asks to be done to a level. In a transaction. */
import { recordChange } from '../../platform/audit/audit.service'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Scope } from '../../platform/request/actor'
import { jackpotLevelsStore } from './jackpot-levels.store'
import { jackpotRequestsStore } from './jackpot-requests.store'
import { perform, type Deed } from './level-deeds.service'
import { permissionFor, type LevelDeed, type RequestAnswer } from './requests.contract'

interface Row {
  _id: string
  version: number
  state: string
  kind: LevelDeed
  level_name: string
  level: { _id: string } | null
  tenant: { _id: string }
  cause: string
}
interface Answering extends Deed {
  scope: Scope
}
type Outcome = { outcome: 'done' } | { outcome: 'skipped'; reason: string }

/** The approver performs it, with the requester's reason; the request holds the approver's own. */
export async function approveRequest(answering: Answering, row: Row, reason: string): Promise<Outcome> {
  const { db, actor, scope, now } = answering
  if (row.state !== 'waiting') return { outcome: 'skipped', reason: row.state }
  if (await isOwn(answering, row)) throw new Problem(409, 'request_own')
  if (!allows(actor.permissions, permissionFor[row.kind]))
    throw new Problem(403, 'forbidden', { details: { permission: permissionFor[row.kind] } })
  if (row.level === null) return { outcome: 'skipped', reason: 'level_gone' }
  // First: a level is deleted only where its deletion is approved.
  await answer(answering, row, 'approved', reason)
  const level = await jackpotLevelsStore.get(db, scope, row.level._id, now)
  const done = await perform(answering, row.kind, level, row.cause)
  if (done.outcome === 'skipped') throw new Problem(409, 'request_outdated')
  return done
}

export async function refuseRequest(answering: Answering, row: Row, reason: string): Promise<Outcome> {
  if (row.state !== 'waiting') return { outcome: 'skipped', reason: row.state }
  if (await isOwn(answering, row)) throw new Problem(409, 'request_own')
  await answer(answering, row, 'refused', reason)
  return { outcome: 'done' }
}

export async function withdrawRequest(answering: Answering, row: Row, reason: string): Promise<Outcome> {
  if (row.state !== 'waiting') return { outcome: 'skipped', reason: row.state }
  if (!(await isOwn(answering, row))) throw new Problem(409, 'request_foreign')
  await answer(answering, row, 'withdrawn', reason)
  return { outcome: 'done' }
}

const answering = { approve: approveRequest, refuse: refuseRequest, withdraw: withdrawRequest }

/**
 * Called from the list of all that waits for a second person. Throws 409 `request_outdated` where the level is gone,
 * and whatever answering throws.
 */
export async function answerRequest(
  who: Answering,
  id: string,
  how: keyof typeof answering,
  reason: string,
): Promise<void> {
  const row = await jackpotRequestsStore.get(who.db, who.scope, id, who.now)
  const { outcome } = await answering[how](who, row, reason)
  // Whether it still waits was checked before, so anything else that is skipped is a level that no longer exists.
  if (outcome === 'skipped') throw new Problem(409, 'request_outdated')
}

async function isOwn({ db, actor }: Deed, { _id }: Row): Promise<boolean> {
  const { asked_by_id } = await db
    .selectFrom('jackpot_requests')
    .select('asked_by_id')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  return asked_by_id === actor.id
}

const ACTIONS = { approved: 'approve', refused: 'refuse', withdrawn: 'withdraw' } as const

/** If two answer at once, the second finds it answered. */
async function answer(
  { db, actor, now }: Deed,
  { _id, version, kind, level_name, cause, tenant }: Row,
  given: RequestAnswer,
  reason: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('jackpot_requests')
    .set({
      answer: given,
      answered_by: actor.name,
      answered_at: now,
      answer_reason: reason,
      updated_at: now,
      version: version + 1,
    })
    .where('id', '=', _id)
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== 1) throw new Problem(409, 'version_conflict')
  await recordChange(
    db,
    actor,
    {
      entity: 'jackpot-request',
      id: _id,
      tenantId: tenant._id,
      action: ACTIONS[given],
      before: { level: level_name, kind, cause },
      after: { answer: given, reason },
    },
    now,
  )
}
