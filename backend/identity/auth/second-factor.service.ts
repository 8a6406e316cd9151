/**
 * Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds, which is what every app reads). The key is
 * sealed under the installation's own; a code opens once, and one step to either side makes up for a clock that is off.
 */
import { Secret, TOTP } from 'otpauth'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { demandFactor, demandOwner, factorOf, FINISH_MS, switchOn, takeRecoveryCode } from './factor.service'
import { sealOf } from '../../platform/secrets/sealed.service'
import { notifyOfAccount } from './account-notices.service'
import { installationName } from '../../platform/process/installation-name'

const STEP_MS = 30_000
const ISSUER = 'Gambling management system'
const KEY_BYTES = 20

const totpOf = (secret: Secret, label: string) =>
  new TOTP({
    issuer: installationName(ISSUER),
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_MS / 1_000,
    secret,
  })

/**
 * Throws as `demandOwner` does, and 409 where one is set up already. Nothing asks for its codes until one was typed.
 */
export async function startFactor(
  deps: Deps,
  actor: Actor,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const { username } = await demandOwner(deps, actor, password)
  const secret = new Secret({ size: KEY_BYTES })
  const { seal } = await sealOf(deps)
  const key = { sealed: seal(secret.base32), last_step: 0 }
  const started = await deps.db
    .insertInto('second_factors')
    .values({
      user_id: actor.id,
      ...key,
      recovery: '[]',
      created_at: deps.clock(),
      app_at: null,
      confirmed_at: null,
    })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet(key).where('second_factors.app_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!started) throw new Problem(409, 'second_factor_set', { message: 'Switch the one in use off first' })
  return { secret: secret.base32, uri: totpOf(secret, username).toString() }
}

/**
 * From here on signing in takes the app's codes. Throws 422 on `code`, and 403 `proof_due` where a passkey was switched
 * on before. Answers the recovery codes, none where a passkey had made them.
 */
export async function confirmFactor(deps: Deps, actor: Actor, typed: string): Promise<string[]> {
  await demandFactor(deps, actor, FINISH_MS)
  const now = deps.clock()
  const row = await factorOf(deps.db, actor.id)
  if (!row || row.sealed === '' || row.app_at !== null) throw invalidField('code', 'not_started')
  const step = await stepOf(deps, row.sealed, typed, now)
  if (step === null) throw invalidField('code', 'code_wrong')
  return deps.db.transaction().execute(async tx => {
    const confirmed = await tx
      .updateTable('second_factors')
      .set({ app_at: now, last_step: step })
      .where('user_id', '=', actor.id)
      .where('app_at', 'is', null)
      .where('sealed', '=', row.sealed)
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) throw invalidField('code', 'not_started')
    const codes = await switchOn(tx, actor, now)
    // A passkey had switched the factor on, so its owner gets a notice that the app opens it, too.
    if (codes.length === 0) await noteAddedApp(tx, actor, now)
    return codes
  })
}

async function noteAddedApp(tx: Db, actor: Actor, now: number): Promise<void> {
  const { id, tenantId } = actor
  await recordChange(
    tx,
    actor,
    { entity: 'user', id, tenantId, action: 'app_added', before: null, after: null },
    now,
  )
  await notifyOfAccount(tx, 'app_added', id, now)
}

/** Whether a code of the app or a recovery code opens; it never does again. */
export async function takeSecondCode(deps: Deps, userId: string, typed: string): Promise<boolean> {
  const row = await factorOf(deps.db, userId)
  const step = row && row.app_at !== null ? await stepOf(deps, row.sealed, typed, deps.clock()) : null
  if (step === null) return takeRecoveryCode(deps, userId, typed)
  // Of two requests with one code exactly one moves the step on.
  const taken = await deps.db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** The step whose code it is; null for none near now. */
async function stepOf(deps: Deps, sealed: string, typed: string, now: number): Promise<number | null> {
  const token = typed.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const base32 = (await sealOf(deps)).open(sealed)
  if (base32 === null) return null
  const delta = totpOf(Secret.fromBase32(base32), '').validate({ token, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / STEP_MS) + delta
}
