/**
 * The second factor once more, before what moves money or seals: where a tenant asks for it, of those who have one.
 * It is checked where every request passes (`http/api.ts`), by the permission that the endpoint names.
 */
import { invalidField } from '../../platform/contract/problem'
import { MINUTE_MS } from '../../platform/contract/durations'
import type { z } from 'zod'
import { proofMinutesOf } from '../../platform/layered-settings/session-limits.service'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { demandFactor, factorState } from './factor.service'
import { useOptions } from './passkeys.contract'
import { passkeyOptions, takePasskey } from './passkeys.service'
import type { proveBody, proving } from './second-factor.contract'
import { takeSecondCode } from './second-factor.service'
import { setProven } from './token-family.service'

/** Throws 403 `proof_due`. A token has nobody who could type a code. */
export async function demandProof(deps: Deps, actor: Actor): Promise<void> {
  if (actor.kind !== 'user' || actor.sessionId === undefined) return
  const minutes = await proofMinutesOf(deps.db, actor.tenantId)
  if (minutes !== null) await demandFactor(deps, actor, minutes * MINUTE_MS)
}

/** What may show somebody's second factor, with something for a passkey to sign. */
export async function provingOf(
  deps: Deps,
  userId: string,
  host: string | undefined,
): Promise<z.output<typeof proving>> {
  const { app } = await factorState(deps.db, userId)
  return { app, passkey: useOptions.nullable().parse(await passkeyOptions(deps, userId, host)) }
}

/** Throws 422 on `code` or `response`. Each is taken once, as when signing in. */
export async function prove(deps: Deps, actor: Actor, shown: z.output<typeof proveBody>): Promise<void> {
  if ('code' in shown) {
    if (!(await takeSecondCode(deps, actor.id, shown.code))) throw invalidField('code', 'code_wrong')
  } else if (!(await takePasskey(deps, actor.id, shown.response, actor.host)))
    throw invalidField('response', 'passkey_refused')
  await setProven(deps.db, actor, deps.clock())
}
