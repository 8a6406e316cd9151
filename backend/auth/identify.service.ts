/** Who sends a request. Nothing is remembered between requests: a disabled user or an ended sign-in is out at once. */
import { SYSTEM_TENANT } from '../contract/primitives'
import { Problem } from '../contract/problem'
import type { PermissionMap } from '../contract/permissions'
import type { Deps } from '../deps'
import type { Actor } from '../http/actor'
import { readAccessToken } from './access-token'
import { API_TOKEN_PREFIX } from './api-tokens'
import { permissionsOf } from './permission-map'
import { systemOnly } from './roles'
import { authKeys, sha256 } from './secrets'

type Identity = Omit<Actor, 'ip' | 'requestId'>

const LAST_USED_EVERY_MS = 60_000
const MAX_TOKEN_LENGTH = 4096

/** From `Authorization: Bearer …`. Throws Problem 401 token_missing, token_expired or token_invalid. */
export async function identify(deps: Deps, authorization: string | undefined): Promise<Identity> {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined)
    throw new Problem(401, 'token_missing', { headers: { 'www-authenticate': 'Bearer' } })
  if (token.length > MAX_TOKEN_LENGTH) throw new Problem(401, 'token_invalid')
  return token.startsWith(API_TOKEN_PREFIX) ? identifyApiToken(deps, token) : identifyUser(deps, token)
}

async function identifyUser(deps: Deps, token: string): Promise<Identity> {
  const now = deps.clock()
  const { sub, sid } = await readAccessToken(token, (await authKeys(deps)).access, now)
  const rows = await deps.db
    .selectFrom('users as u')
    .innerJoin('token_families as f', 'f.user_id', 'u.id')
    .leftJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .leftJoin('roles as r', 'r.id', 'ur.role_id')
    .where('u.id', '=', sub)
    .where('u.enabled', '=', 1)
    .where('u.archived_at', 'is', null)
    .where('f.id', '=', sid)
    .where('f.ended_at', 'is', null)
    .where('f.expires_at', '>', now)
    .select(['u.username', 'u.full_name', 'u.tenant_id', 'r.id as role_id', 'r.version as role_version'])
    .execute()
  const user = rows[0]
  if (!user) throw new Problem(401, 'token_invalid')
  const roles = rows.flatMap(({ role_id, role_version }) =>
    role_id !== null && role_version !== null ? [{ id: role_id, version: role_version }] : [],
  )
  return {
    kind: 'user',
    id: sub,
    name: user.full_name || user.username,
    tenantId: user.tenant_id,
    sessionId: sid,
    permissions: await permissionsOf(deps.db, user.tenant_id, roles),
  }
}

async function identifyApiToken(deps: Deps, token: string): Promise<Identity> {
  const now = deps.clock()
  const row = await deps.db
    .selectFrom('api_tokens')
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  if (!row || row.revoked_at !== null) throw new Problem(401, 'token_invalid')
  if (row.expires_at !== null && row.expires_at <= now) throw new Problem(401, 'token_expired')
  if (row.last_used_at === null || now - row.last_used_at >= LAST_USED_EVERY_MS)
    await touch(deps, row.id, now)
  const names = JSON.parse(row.permissions) as string[]
  const inSystem = row.tenant_id === SYSTEM_TENANT
  const permissions: PermissionMap = Object.fromEntries(
    names.filter(name => inSystem || !systemOnly.has(name)).map(name => [name, 1]),
  )
  return { kind: 'token', id: row.id, name: row.name, tenantId: row.tenant_id, permissions }
}

/** A statistic: that it cannot be written is no reason to refuse the request. */
async function touch(deps: Deps, id: string, now: number): Promise<void> {
  try {
    await deps.db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
  } catch (error) {
    deps.log.warn({ err: error }, 'last use of an API token was not noted')
  }
}
