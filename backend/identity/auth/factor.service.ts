/**
 * The second factor of a person as a whole, whatever shows it: codes of an app, passkeys, or both. The first of them
 * switches it on and makes the recovery codes, the last to go switches it off.
 */
import { createHash, randomInt } from 'node:crypto'
import { recordChange } from '../../platform/audit/audit.service'
import { demandsSecondFactor } from '../../platform/layered-settings/session-limits.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { verifyPassword } from './passwords.service'
import { RECOVERY_CODES } from './second-factor.contract'
import { notifyOfAccount } from './account-notices.service'
import { setFactorDue, setProven } from './token-family.service'

/** None that is mistaken for another on paper. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 10
/** For so long a second factor that was shown lets its owner change it. */
const SHOWN_MS = 10 * 60_000
/** What was begun in time may be finished: an app is set up, or a key found, meanwhile. */
export const FINISH_MS = SHOWN_MS + 5 * 60_000

export const factorOf = (db: Db, userId: string) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function factorState(db: Db, userId: string) {
  const row = await factorOf(db, userId)
  return row?.confirmed_at == null
    ? { since: null, app: false, recovery_left: 0 }
    : {
        since: row.confirmed_at,
        app: row.app_at !== null,
        recovery_left: (JSON.parse(row.recovery) as string[]).length,
      }
}

export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await factorState(db, userId)).since !== null

/** Their tenant asks for one, and they have none. */
export const isFactorDue = async (db: Db, user: { id: string; tenantId: string }): Promise<boolean> =>
  (await demandsSecondFactor(db, user.tenantId)) && !(await hasSecondFactor(db, user.id))

/** When this sign-in last showed the second factor; null where it never did. */
async function shownAt(db: Db, { sessionId = '' }: Actor): Promise<number | null> {
  const family = await db
    .selectFrom('token_families')
    .select('proven_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return family?.proven_at ?? null
}

/** Whether somebody who has a second factor has to show it: this sign-in did not within so many milliseconds. */
export async function mustShowFactor({ db, clock }: Deps, actor: Actor, within = SHOWN_MS): Promise<boolean> {
  if (!(await hasSecondFactor(db, actor.id))) return false
  const last = await shownAt(db, actor)
  return last === null || clock() - last >= within
}

/** Throws 403 `proof_due`. */
export async function demandFactor(deps: Deps, actor: Actor, within = SHOWN_MS): Promise<void> {
  if (await mustShowFactor(deps, actor, within))
    throw new Problem(403, 'proof_due', {
      message: 'The second factor is asked for again before this',
      details: { minutes: within / 60_000 },
    })
}

/**
 * Before the second factor is changed: its owner has just shown it and knows the password. Otherwise a found session
 * and a found password would add a key of their own. Throws 403 `proof_due`, 422 on `current_password`; whoever can't
 * show the factor does not learn about the password.
 */
export async function demandOwner(deps: Deps, actor: Actor, typed: string): Promise<{ username: string }> {
  await demandFactor(deps, actor)
  const user = await deps.db
    .selectFrom('users')
    .select(['username', 'password_hash'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(typed, user.password_hash)))
    throw invalidField('current_password', 'wrong_password')
  return user
}

/**
 * Needs a transaction, in which an app or a passkey was just shown to work. Answers the recovery codes, which are
 * stored as hashes; none where the factor was on before, whose codes stay.
 */
export async function switchOn(tx: Db, actor: Actor, now: number): Promise<string[]> {
  const codes = newCodes()
  const recovery = JSON.stringify(codes.map(hashOf))
  const switched = await tx
    .insertInto('second_factors')
    .values({
      user_id: actor.id,
      sealed: '',
      recovery,
      last_step: 0,
      created_at: now,
      app_at: null,
      confirmed_at: now,
    })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({ recovery, confirmed_at: now })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!switched) return []
  await setFactorDue(tx, actor.id, false)
  await setProven(tx, actor, now)
  await noteFactor(tx, actor, { id: actor.id, tenantId: actor.tenantId }, 'second_factor_on', now)
  await notifyOfAccount(tx, 'second_factor_on', actor.id, now)
  return codes
}

/** Ten others in place of those that are left. Throws as `demandOwner` does, and 409 without a second factor. */
export async function renewRecoveryCodes(deps: Deps, actor: Actor, password: string): Promise<string[]> {
  await demandOwner(deps, actor, password)
  const codes = newCodes()
  await deps.db.transaction().execute(async tx => {
    const renewed = await tx
      .updateTable('second_factors')
      .set({ recovery: JSON.stringify(codes.map(hashOf)) })
      .where('user_id', '=', actor.id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!renewed) throw new Problem(409, 'no_second_factor', { message: 'There is no second factor' })
    const own = { id: actor.id, tenantId: actor.tenantId }
    await noteFactor(tx, actor, own, 'recovery_codes_renewed', deps.clock())
    await notifyOfAccount(tx, 'recovery_codes_renewed', actor.id, deps.clock())
  })
  return codes
}

/** Whether the recovery code opens; it never does again. */
export async function takeRecoveryCode(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  typed: string,
): Promise<boolean> {
  const row = await factorOf(db, userId)
  if (row?.confirmed_at == null) return false
  const known = JSON.parse(row.recovery) as string[]
  const left = known.filter(hash => hash !== hashOf(typed))
  if (left.length === known.length) return false
  // Of two requests with one code exactly one finds the list as it was.
  return db.transaction().execute(async tx => {
    const taken = await tx
      .updateTable('second_factors')
      .set({ recovery: JSON.stringify(left) })
      .where('user_id', '=', userId)
      .where('recovery', '=', row.recovery)
      .returning('user_id')
      .executeTakeFirst()
    if (!taken) return false
    await notifyOfAccount(tx, 'recovery_code_used', userId, clock(), { left: String(left.length) })
    return true
  })
}

/** By its owner. Throws as `demandOwner` does. */
export async function endFactor(deps: Deps, actor: Actor, password: string): Promise<void> {
  await demandOwner(deps, actor, password)
  await deps.db
    .transaction()
    .execute(tx => dropFactor(tx, actor, { id: actor.id, tenantId: actor.tenantId }, deps.clock()))
}

/** Needs a transaction. Passkeys go with it. False where there was none. */
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
  await db.deleteFrom('passkeys').where('user_id', '=', user.id).execute()
  if (dropped?.confirmed_at == null) return false
  if (await demandsSecondFactor(db, user.tenantId)) await setFactorDue(db, user.id, true)
  await noteFactor(db, actor, user, 'second_factor_off', now)
  await notifyOfAccount(db, 'second_factor_off', user.id, now)
  return true
}

/** Needs a transaction. Changes of one person's factor wait for each other here. */
export const holdFactor = (tx: Db, userId: string) =>
  tx
    .updateTable('second_factors')
    .set(row => ({ created_at: row.ref('created_at') }))
    .where('user_id', '=', userId)
    .returning('app_at')
    .executeTakeFirst()

const newCodes = () => Array.from({ length: RECOVERY_CODES }, newCode)

const newCode = (): string => {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** 49 random bits, five tries before the name is locked: a plain hash is enough. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest('base64url')

const noteFactor = (
  db: Db,
  actor: Actor,
  { id, tenantId }: { id: string; tenantId: string },
  action: string,
  now: number,
) => recordChange(db, actor, { entity: 'user', id, tenantId, action, before: null, after: null }, now)
