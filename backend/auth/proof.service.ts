/**
 * The second factor once more, before what moves money or seals: where a tenant asks for it, of those who have one. It is asked where every request
 * passes (`http/api.ts`), by the permission that the endpoint names.
 */
import { proofMinutesOf } from '../config/session-limits.service'
import type { z } from 'zod'
import { Problem } from '../contract/problem'
import type { Deps } from '../deps'
import type { Actor } from '../http/actor'
import { passkeyOptions, takePasskey } from './passkeys.service'
import type { proveBody } from './second-factor.contract'
import { hasSecondFactor, takeSecondCode } from './second-factor.service'
import { setProven } from './token-family.service'

const MINUTE_MS = 60_000

/** Throws 403 `proof_due`. A token has nobody who could type a code. */
export async function demandProof(deps: Deps, actor: Actor): Promise<void> {
  const { db, clock } = deps
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
  const passkey = await passkeyOptions(deps, actor.id)
  throw new Problem(403, 'proof_due', {
    message: 'The second factor is asked for again before this',
    details: { minutes, ...(passkey && { passkey }) },
  })
}

/** Throws 422 on `code` or `response`. Either is taken once, as when signing in. */
export async function prove(deps: Deps, actor: Actor, shown: z.output<typeof proveBody>): Promise<void> {
  const [field, right] =
    'code' in shown
      ? ['code', await takeSecondCode(deps, actor.id, shown.code)]
      : ['response', await takePasskey(deps, actor.id, shown.response)]
  if (!right) throw new Problem(422, 'invalid', { fields: { [field]: [{ code: 'code_wrong' }] } })
  await setProven(deps.db, actor, deps.clock())
}
