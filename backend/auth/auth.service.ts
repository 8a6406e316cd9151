/** Signing in, staying in, signing out. */
import type { z } from 'zod'
import { Problem } from '../contract/problem'
import type { PermissionMap } from '../contract/permissions'
import type { Deps } from '../deps'
import type { Actor } from '../http/actor'
import { ACCESS_TOKEN_MS, signAccessToken } from './access-token'
import type { loginAnswer, loginBody, logoutBody, refreshAnswer, refreshBody } from './auth.contract'
import { identify } from './identify.service'
import { countFailure, forgetFailures, lockedUntil, pruneFailures, usernameKey } from './login-lock'
import { verifyPassword } from './passwords'
import { permissionsOf } from './permission-map'
import { authKeys } from './secrets'
import { endFamily, familyOf, pruneFamilies, rotate, startFamily } from './token-family.service'
import { readUser } from './users.service'

type From = Pick<Actor, 'ip' | 'requestId'>

/** Throws 401 login_incorrect or 429 login_locked; neither tells whether the name exists, nor does the time they take. */
export async function login(deps: Deps, body: z.output<typeof loginBody>, from: From): Promise<z.output<typeof loginAnswer>> {
  const { db } = deps
  refuseLocked(await lockedUntil(db, body.username, deps.clock()), deps.clock())
  const found = await db.selectFrom('users').select(['id', 'tenant_id', 'full_name', 'username', 'password_hash'])
    .where('username_key', '=', usernameKey(body.username)).where('enabled', '=', 1).where('archived_at', 'is', null).executeTakeFirst()
  const right = await verifyPassword(body.password, found?.password_hash)
  const now = deps.clock()
  if (!found || !right) {
    const locked = await db.transaction().execute(tx => countFailure(tx, body.username, now))
    prune(deps, now)
    refuseLocked(locked, now)
    throw new Problem(401, 'login_incorrect', { message: 'The login details are incorrect' })
  }
  const { familyId, refreshToken } = await db.transaction().execute(async tx => {
    refuseLocked(await forgetFailures(tx, body.username, now), now)
    const person = { id: found.id, tenantId: found.tenant_id, name: found.full_name || found.username }
    return startFamily(tx, person, from, now, body.generate_refresh_token ? undefined : ACCESS_TOKEN_MS)
  })
  prune(deps, now)
  const user = await readUser(db, found.id)
  return {
    access_token: await accessToken(deps, found.id, found.tenant_id, familyId, now),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(body.decoded_permissions && { permissions: wire(await permissionsOf(db, found.tenant_id, user.roles)) }),
    user: user.row,
  }
}

/** Throws 401 token_expired or token_invalid. */
export async function refresh(deps: Deps, body: z.output<typeof refreshBody>, from: From): Promise<z.output<typeof refreshAnswer>> {
  const now = deps.clock()
  const keys = await authKeys(deps)
  const rotation = await deps.db.transaction().execute(tx => rotate(tx, body.refresh_token, keys.refresh, from, now))
  if (rotation.outcome !== 'rotated') throw new Problem(401, rotation.outcome)
  const { familyId, user, refreshToken } = rotation
  return {
    access_token: await accessToken(deps, user.id, user.tenantId, familyId, now),
    refresh_token: refreshToken,
    ...(body.decoded_permissions && { permissions: wire(await permissionsOf(deps.db, user.tenantId, (await readUser(deps.db, user.id)).roles)) }),
  }
}

/** Ends what the refresh token or the access token belongs to. Signing out twice, or with tokens long dead, is no error. */
export async function logout(deps: Deps, body: z.output<typeof logoutBody>, authorization: string | undefined, from: From): Promise<void> {
  const now = deps.clock()
  const signIns = [body.refresh_token ? await familyOf(deps.db, body.refresh_token) : undefined, await signInOf(deps, authorization)]
  await deps.db.transaction().execute(async tx => {
    for (const signIn of signIns) if (signIn) await endFamily(tx, signIn.familyId, signIn.user, 'sign_out', from, now)
  })
}

async function signInOf(deps: Deps, authorization: string | undefined) {
  if (authorization === undefined) return undefined
  try {
    const actor = await identify(deps, authorization)
    return actor.sessionId === undefined ? undefined : { familyId: actor.sessionId, user: { id: actor.id, tenantId: actor.tenantId, name: actor.name } }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

async function accessToken(deps: Deps, sub: string, tid: string, sid: string, now: number): Promise<string> {
  return signAccessToken({ sub, tid, sid }, (await authKeys(deps)).access, now)
}

export const wire = (map: PermissionMap): Record<string, number> => ({ ...map } as Record<string, number>)

function refuseLocked(until: number | null, now: number): void {
  if (until === null) return
  const seconds = Math.ceil((until - now) / 1000)
  throw new Problem(429, 'login_locked', {
    message: 'Too many wrong passwords for this name', details: { retry_after_seconds: seconds }, headers: { 'retry-after': String(seconds) },
  })
}

const PRUNE_EVERY_MS = 10 * 60_000
const pruned = new WeakMap<Deps['db'], number>()

/** Now and then, beside the answer: nobody waits for it, and its failure is nobody's. */
function prune({ db, log }: Deps, now: number): void {
  if (now - (pruned.get(db) ?? 0) < PRUNE_EVERY_MS) return
  pruned.set(db, now)
  Promise.all([pruneFailures(db, now), pruneFamilies(db, now)]).catch((error: unknown) => log.warn({ err: error }, 'old sign-ins were not cleared'))
}
