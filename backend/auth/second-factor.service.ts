/**
 * Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds, which is what every app reads). The key is sealed under the
 * installation's own; a code opens once, and one step to either side makes up for a clock that is off.
 */
import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recordChange } from '../audit/audit.service'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Deps } from '../deps'
import type { Actor } from '../http/actor'
import { demandsSecondFactor } from '../config/session-limits.service'
import { verifyPassword } from './passwords.service'
import { sealOf } from './sealed.service'
import { dropPasskeys } from './passkeys.service'
import { setFactorDue, setProven } from './token-family.service'
import { RECOVERY_CODES } from './second-factor.contract'

const STEP_MS = 30_000
const ISSUER = 'Gambling management system'
const KEY_BYTES = 20
/** None that is mistaken for another on paper. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 10

const refused = (field: string, code: string) =>
  new Problem(422, 'invalid', { fields: { [field]: [{ code }] } })

const factorOf = (db: Db, userId: string) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function factorState(db: Db, userId: string) {
  const row = await factorOf(db, userId)
  return row?.confirmed_at == null
    ? { since: null, recovery_left: 0 }
    : { since: row.confirmed_at, recovery_left: (JSON.parse(row.recovery) as string[]).length }
}

export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await factorState(db, userId)).since !== null

/** Their tenant asks for one, and they have none. */
export const isFactorDue = async (db: Db, user: { id: string; tenantId: string }): Promise<boolean> =>
  (await demandsSecondFactor(db, user.tenantId)) && !(await hasSecondFactor(db, user.id))

/** Throws 422 on `current_password`. */
export async function demandPassword(db: Db, userId: string, typed: string): Promise<{ username: string }> {
  const user = await db
    .selectFrom('users')
    .select(['username', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(typed, user.password_hash))) throw refused('current_password', 'wrong_password')
  return user
}

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: STEP_MS / 1_000, secret })

/** Throws 422 for a wrong password, and 409 where one is set up already. Nothing asks for its codes until one was typed. */
export async function startFactor(
  deps: Deps,
  actor: Actor,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const { username } = await demandPassword(deps.db, actor.id, password)
  if (await hasSecondFactor(deps.db, actor.id))
    throw new Problem(409, 'second_factor_set', { message: 'Switch the one in use off first' })
  const secret = new Secret({ size: KEY_BYTES })
  const { seal } = await sealOf(deps)
  const now = deps.clock()
  const row = {
    sealed: seal(secret.base32),
    recovery: '[]',
    last_step: 0,
    created_at: now,
    confirmed_at: null,
  }
  await deps.db
    .insertInto('second_factors')
    .values({ user_id: actor.id, ...row })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet(row).where('second_factors.confirmed_at', 'is', null),
    )
    .execute()
  return { secret: secret.base32, uri: totpOf(secret, username).toString() }
}

/** From here on signing in asks for a code. Throws 422 on `code`. Answers the recovery codes, which are stored as hashes. */
export async function confirmFactor(deps: Deps, actor: Actor, typed: string): Promise<string[]> {
  const now = deps.clock()
  const row = await factorOf(deps.db, actor.id)
  if (!row || row.confirmed_at !== null) throw refused('code', 'not_started')
  const step = await stepOf(deps, row.sealed, typed, now)
  if (step === null) throw refused('code', 'code_wrong')
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await deps.db.transaction().execute(async tx => {
    const confirmed = await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step, recovery: JSON.stringify(codes.map(hashOf)) })
      .where('user_id', '=', actor.id)
      .where('confirmed_at', 'is', null)
      .where('sealed', '=', row.sealed)
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) throw refused('code', 'not_started')
    await setFactorDue(tx, actor.id, false)
    // The code that was just typed is a proof like any other.
    await setProven(tx, actor, now)
    await note(tx, actor, actor.id, actor.tenantId, 'second_factor_on', now)
  })
  return codes
}

/** By its owner, who knows the password. */
export async function endFactor(deps: Deps, actor: Actor, password: string): Promise<void> {
  await demandPassword(deps.db, actor.id, password)
  await deps.db
    .transaction()
    .execute(tx => dropFactor(tx, actor, { id: actor.id, tenantId: actor.tenantId }, deps.clock()))
}

/** Needs a transaction. False where there was none. */
export async function dropFactor(
  db: Db,
  actor: Actor,
  user: { id: string; tenantId: string },
  now: number,
): Promise<boolean> {
  const dropped = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', user.id)
    .returning('confirmed_at')
    .executeTakeFirst()
  await dropPasskeys(db, user.id)
  if (dropped?.confirmed_at == null) return false
  if (await demandsSecondFactor(db, user.tenantId)) await setFactorDue(db, user.id, true)
  await note(db, actor, user.id, user.tenantId, 'second_factor_off', now)
  return true
}

/** Whether the code opens; it never does again. */
export async function takeSecondCode(deps: Deps, userId: string, typed: string): Promise<boolean> {
  const row = await factorOf(deps.db, userId)
  if (row?.confirmed_at == null) return false
  const step = await stepOf(deps, row.sealed, typed, deps.clock())
  const own = deps.db.updateTable('second_factors').where('user_id', '=', userId)
  if (step !== null) {
    // Of two requests with one code exactly one moves the step on.
    const taken = own.set({ last_step: step }).where('last_step', '<', step).returning('user_id')
    return (await taken.executeTakeFirst()) !== undefined
  }
  const known = JSON.parse(row.recovery) as string[]
  const left = known.filter(hash => hash !== hashOf(typed))
  if (left.length === known.length) return false
  const taken = own
    .set({ recovery: JSON.stringify(left) })
    .where('recovery', '=', row.recovery)
    .returning('user_id')
  return (await taken.executeTakeFirst()) !== undefined
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

const newCode = (): string => {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** 49 random bits, five tries before the name is locked: a plain hash is enough. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest('base64url')

const note = (db: Db, actor: Actor, id: string, tenantId: string, action: string, now: number) =>
  recordChange(db, actor, { entity: 'user', id, tenantId, action, before: null, after: null }, now)
