/**
 * The second factor once more, before what moves money or seals: where a tenant asks for it, of those who have one. It is asked where every request
 * passes (`http/api.ts`), by the permission that the endpoint names.
 */
import { proofMinutesOf } from '../config/session-limits.service'
import { Problem } from '../contract/problem'
import type { Deps } from '../deps'
import type { Actor } from '../http/actor'
import { hasSecondFactor, takeSecondCode } from './second-factor.service'
import { setProven } from './token-family.service'

const MINUTE_MS = 60_000

/** Throws 403 `proof_due`. A token has nobody who could type a code. */
export async function demandProof({ db, clock }: Deps, actor: Actor): Promise<void> {
  if (actor.kind !== 'user' || actor.sessionId === undefined) return
  const minutes = await proofMinutesOf(db, actor.tenantId)
  if (minutes === null || !(await hasSecondFactor(db, actor.id))) return
  const family = await db
    .selectFrom('token_families')
    .select('proven_at')
    .where('id', '=', actor.sessionId)
    .executeTakeFirst()
  const last = family?.proven_at ?? null
  if (last !== null && clock() - last < minutes * MINUTE_MS) return
  throw new Problem(403, 'proof_due', {
    message: 'The second factor is asked for again before this',
    details: { minutes },
  })
}

/** Throws 422 on `code`. A code is taken once, as when signing in. */
export async function prove(deps: Deps, actor: Actor, code: string): Promise<void> {
  if (!(await takeSecondCode(deps, actor.id, code)))
    throw new Problem(422, 'invalid', { fields: { code: [{ code: 'code_wrong' }] } })
  await setProven(deps.db, actor, deps.clock())
}
