/** Signing in, staying in, signing out. */
import { HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { z } from 'zod'
import { networkOf } from '../../platform/contract/client-address'
import { Problem } from '../../platform/contract/problem'
import { sessionLimitsOf } from '../../platform/layered-settings/session-limits.service'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { ACCESS_TOKEN_MS, signAccessToken } from './access-token'
import type {
  loginAnswer,
  loginBody,
  loginCodeBody,
  loginPasskeyBody,
  logoutAnswer,
  logoutBody,
  refreshAnswer,
  refreshBody,
} from './auth.contract'
import { identify } from './identify.service'
import { noteFailure, pruneFailedSignIns, takeFailures } from './failed-sign-ins'
import { knownDevice, rememberDevice } from './known-devices'
import {
  attemptOf,
  countFailure,
  forgetFailures,
  lockOf,
  pruneFailures,
  type Lock,
} from './login-lock.service'
import { noteFailed, noteLocked, type Tried } from './sign-in-log'
import { verifyPassword } from './passwords.service'
import { allowedTo } from './allowed.service'
import { challengeFor, challenged } from './challenge'
import { notifyOfNewBrowser } from './new-browser'
import { takePasskey } from './passkeys.service'
import { hasSecondFactor, isFactorDue } from './factor.service'
import { takeSecondCode } from './second-factor.service'
import { authKeys, type AuthKeys } from '../../platform/secrets/installation-keys'
import { demandAtHome } from './sign-in-host.service'
import { endSessionUrl } from './sso-end'
import { endFamily, familyOf, pruneFamilies, rotate, setFactorDue, startFamily } from './token-family.service'
import { userNamed, type Named } from './named-user'
import { readUser } from './users.service'

type From = Pick<Actor, 'ip' | 'requestId'> & { userAgent?: string | undefined; host?: string | undefined }
type LoginBody = z.output<typeof loginBody>

/**
 * Throws 401 login_incorrect or 429 login_locked; neither tells whether the name exists, nor does the time they take.
 */
export async function login(deps: Deps, body: LoginBody, from: From): Promise<z.output<typeof loginAnswer>> {
  const { db } = deps
  const keys = await authKeys(deps)
  const named = await userNamed(db, body.username)
  const address = from.ip ?? 'unknown'
  const device = knownDevice(body.device_token, named, keys.device, deps.clock())
  const attempt = attemptOf(body.username, device, networkOf(address))
  const tried: Tried = { typed: body.username, named, from, address }
  const locked = await lockOf(db, attempt, deps.clock())
  if (locked) throw lockedOut(deps, keys, tried, locked)
  const found = named?.enabled === 1 && named.archived_at === null ? named : undefined
  const right = await verifyPassword(body.password ?? '', found?.password_hash)
  const now = deps.clock()
  if (!found || !right) {
    await countWrong(deps, keys, { attempt, tried, now })
    throw new Problem(401, 'login_incorrect', { message: 'The login details are incorrect' })
  }
  await demandAtHome(deps, found, from.host)
  if (await hasSecondFactor(db, found.id)) throw await challengeFor(deps, found, from.host)
  return signIn(deps, { found, attempt, isNewBrowser: device === null, tried, body, now })
}

interface Passed {
  found: Named
  attempt: ReturnType<typeof attemptOf>
  isNewBrowser: boolean
  /** The second factor was shown. */
  proven?: boolean
  tried: Tried
  body: Pick<LoginBody, 'generate_refresh_token' | 'decoded_permissions' | 'device_token'>
  now: number
}

/** The caller has checked every factor that this person needs. */
async function signIn(
  deps: Deps,
  { found, attempt, isNewBrowser, proven = false, tried, body, now }: Passed,
): Promise<z.output<typeof loginAnswer>> {
  const { db } = deps
  const keys = await authKeys(deps)
  const { from, address } = tried
  const outcome = await db.transaction().execute(async tx => {
    const met = await forgetFailures(tx, attempt, now)
    if (met) return { met }
    const failed = await takeFailures(tx, attempt.nameKey)
    if (isNewBrowser) await notifyOfNewBrowser(tx, found, address, now)
    const person = { id: found.id, tenantId: found.tenant_id, name: found.full_name || found.username }
    const factorDue = await isFactorDue(tx, person)
    return {
      failed,
      ...(await startFamily(tx, person, from, now, {
        ...(await lasting(deps, tx, found.tenant_id, body.generate_refresh_token)),
        factorDue,
        proven,
      })),
      factorDue,
    }
  })
  if (outcome.met) throw lockedOut(deps, keys, tried, outcome.met)
  return tokensFor(deps, found, outcome, body, now)
}

interface Started {
  familyId: string
  refreshToken: string | undefined
  failed?: Awaited<ReturnType<typeof takeFailures>>
  factorDue?: boolean
}

/** What a sign-in answers, once its family has been started. */
export async function tokensFor(
  deps: Deps,
  found: Named,
  { familyId, refreshToken, failed, factorDue = false }: Started,
  body: Pick<LoginBody, 'decoded_permissions' | 'device_token'>,
  now: number,
): Promise<z.output<typeof loginAnswer>> {
  const { db } = deps
  const keys = await authKeys(deps)
  prune(deps, now)
  const user = await readUser(db, found.id)
  const allowed = await allowedTo(db, { id: found.id, tenantId: found.tenant_id, roles: user.roles })
  return {
    access_token: await accessToken(deps, found.id, found.tenant_id, familyId, now),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(body.decoded_permissions && {
      permissions: factorDue ? {} : allowed.permissions,
    }),
    user: { ...user.row, second_factor_due: factorDue, narrowed: allowed.narrowed },
    device_token: rememberDevice(body.device_token, found, keys.device, now),
    ...(failed && { failed_sign_ins: failed }),
  }
}

/** The second half of a sign-in. Wrong codes count as wrong passwords do: five lock the name for this network. */
export const loginWithCode = (deps: Deps, body: z.output<typeof loginCodeBody>, from: From) =>
  loginWithFactor(deps, body, from, userId => takeSecondCode(deps, userId, body.code))

export const loginWithPasskey = (deps: Deps, body: z.output<typeof loginPasskeyBody>, from: From) =>
  loginWithFactor(deps, body, from, userId => takePasskey(deps, userId, body.response, from.host))

async function loginWithFactor(
  deps: Deps,
  body: Omit<z.output<typeof loginCodeBody>, 'code'>,
  from: From,
  show: (userId: string) => Promise<boolean>,
): Promise<z.output<typeof loginAnswer>> {
  const { db } = deps
  const keys = await authKeys(deps)
  const found = await challenged(deps, body.challenge)
  const address = from.ip ?? 'unknown'
  const device = knownDevice(body.device_token, found, keys.device, deps.clock())
  const attempt = attemptOf(found.username, device, networkOf(address))
  const tried: Tried = { typed: found.username, named: found, from, address }
  const locked = await lockOf(db, attempt, deps.clock())
  if (locked) throw lockedOut(deps, keys, tried, locked)
  await demandAtHome(deps, found, from.host)
  const right = await show(found.id)
  const now = deps.clock()
  if (!right) {
    await countWrong(deps, keys, { attempt, tried, now })
    throw new Problem(401, 'code_wrong', { message: 'The code is not right' })
  }
  return signIn(deps, { found, attempt, isNewBrowser: device === null, proven: true, tried, body, now })
}

interface Wrong {
  attempt: ReturnType<typeof attemptOf>
  tried: Tried
  now: number
}

/** Throws 429 where it was one too many. */
async function countWrong(deps: Deps, keys: AuthKeys, { attempt, tried, now }: Wrong): Promise<void> {
  const { met, began } = await deps.db.transaction().execute(async tx => {
    const counted = await countFailure(tx, attempt, now)
    if (!counted.met) await noteFailure(tx, attempt.nameKey, tried.address, now)
    return counted
  })
  prune(deps, now)
  if (met) throw lockedOut(deps, keys, tried, met)
  noteFailed(deps, keys, tried)
  if (began) noteLocked(deps, keys, tried, began)
}

/** Without a refresh token a sign-in lasts as long as its access token. */
export async function lasting({ env }: Deps, db: Db, tenantId: string, refreshable: boolean) {
  const hours = (await sessionLimitsOf(db, tenantId)).absolute_hours ?? env.sessionAbsoluteHours
  return { refreshable, lifetime: refreshable ? hours * HOUR_MS : ACCESS_TOKEN_MS }
}

/** Throws 401 token_expired or token_invalid. */
export async function refresh(
  deps: Deps,
  body: z.output<typeof refreshBody>,
  from: From,
): Promise<z.output<typeof refreshAnswer>> {
  const now = deps.clock()
  const keys = await authKeys(deps)
  const rotation = await deps.db
    .transaction()
    .execute(tx => rotate(tx, body.refresh_token, keys.refresh, from, now))
  if (rotation.outcome !== 'rotated') throw new Problem(401, rotation.outcome)
  const { familyId, user, refreshToken } = rotation
  // So that a tenant that begins to ask for a second factor reaches those who are signed in.
  const factorDue = await isFactorDue(deps.db, user)
  if (factorDue) await setFactorDue(deps.db, user.id, true)
  return {
    access_token: await accessToken(deps, user.id, user.tenantId, familyId, now),
    refresh_token: refreshToken,
    ...(body.decoded_permissions && {
      permissions: factorDue
        ? {}
        : (await allowedTo(deps.db, { ...user, roles: (await readUser(deps.db, user.id)).roles }))
            .permissions,
    }),
  }
}

/**
 * Ends what the refresh token or the access token belongs to. Signing out twice, or with tokens long dead, is no error.
 */
export async function logout(
  deps: Deps,
  body: z.output<typeof logoutBody>,
  authorization: string | undefined,
  from: From,
): Promise<z.output<typeof logoutAnswer>> {
  const now = deps.clock()
  const signIns = [
    body.refresh_token ? await familyOf(deps.db, body.refresh_token) : undefined,
    await signInOf(deps, authorization, from.ip ?? ''),
  ]
  await deps.db.transaction().execute(async tx => {
    for (const signIn of signIns)
      if (signIn) await endFamily(tx, signIn.familyId, signIn.user, 'sign_out', from, now)
  })
  const ended = signIns.find(signIn => signIn !== undefined)
  const url = ended && (await endSessionUrl(deps, ended.familyId, from.host))
  return url === undefined ? {} : { sso_logout_url: url }
}

async function signInOf(deps: Deps, authorization: string | undefined, ip: string) {
  if (authorization === undefined) return undefined
  try {
    const actor = await identify(deps, authorization, ip)
    return actor.sessionId === undefined
      ? undefined
      : { familyId: actor.sessionId, user: { id: actor.id, tenantId: actor.tenantId, name: actor.name } }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

async function accessToken(deps: Deps, sub: string, tid: string, sid: string, now: number): Promise<string> {
  return signAccessToken({ sub, tid, sid }, (await authKeys(deps)).access, now)
}

function lockedOut(deps: Deps, keys: AuthKeys, tried: Tried, lock: Lock): Problem {
  noteLocked(deps, keys, tried, lock)
  const seconds = Math.max(1, Math.ceil((lock.until - deps.clock()) / 1000))
  return new Problem(429, 'login_locked', {
    message: 'Too many wrong passwords for this name',
    details: { retry_after_seconds: seconds },
    headers: { 'retry-after': String(seconds) },
  })
}

const PRUNE_EVERY_MS = 10 * MINUTE_MS
const pruned = new WeakMap<Deps['db'], number>()

/** Runs now and then next to a request. Nobody waits for it, so a failure is only logged. */
function prune({ db, log }: Deps, now: number): void {
  if (now - (pruned.get(db) ?? 0) < PRUNE_EVERY_MS) return
  pruned.set(db, now)
  Promise.all([pruneFailures(db, now), pruneFailedSignIns(db, now), pruneFamilies(db, now)]).catch(
    (error: unknown) => log.warn({ err: error }, 'old sign-ins were not cleared'),
  )
}
