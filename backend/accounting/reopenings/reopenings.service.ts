/** Answering a request to open sealed days again. */
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { reopenFrom } from '../sealing/reopen.service'
import type { Actor, Scope } from '../../platform/request/actor'

interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}
const ANSWERS = { approve: 'reopened', refuse: 'refused', withdraw: 'withdrawn' } as const

/** In a transaction. Nobody answers their own; of two who answer at once the second finds it answered (409). */
export async function answerReopening(
  { db, actor, scope, now }: Who,
  id: string,
  how: keyof typeof ANSWERS,
  reason: string,
): Promise<void> {
  const reopening = await db
    .selectFrom('reopenings')
    .select(['tenant_id', 'location_id', 'day', 'through', 'cause', 'asked_by_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isOwn = reopening.asked_by_id === actor.id
  if (how !== 'withdraw' && isOwn) throw new Problem(409, 'request_own')
  if (how === 'withdraw' && !isOwn) throw new Problem(409, 'request_foreign')
  const { tenant_id: tenantId, location_id, day, through, cause } = reopening
  const closed = await db
    .updateTable('reopenings')
    .set(row => ({
      answer: ANSWERS[how],
      answered_by: actor.name,
      answered_at: now,
      answer_reason: reason,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('answer', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!closed) throw new Problem(409, 'version_conflict')
  await recordChange(
    db,
    actor,
    {
      entity: 'reopening',
      id,
      tenantId,
      action: how,
      before: { day, through, cause },
      after: { day, through, cause, answer: ANSWERS[how], reason },
    },
    now,
  )
  if (how !== 'approve') return
  const place = dayOf(await placeOf(db, scope, location_id), day)
  await reopenFrom(db, actor, place, { through, reason: cause }, now)
}
