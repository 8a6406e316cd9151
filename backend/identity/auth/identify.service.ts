/** Who sends a request. Nothing is remembered between requests: a disabled user or an ended sign-in is out at once. */
import { rulesOf } from './rules-of.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import { isListed } from '../../platform/contract/address-list'
import type { Permission, PermissionMap } from '../../platform/contract/permissions'
import { readAtOnce } from '../../platform/db/read-together'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import type { Identity } from '../../platform/http/authenticator'
import { readAccessToken } from './access-token'
import { API_TOKEN_PREFIX } from './api-tokens'
import { permissionsOf } from './permission-map'
import { systemOnly } from './system-only.service'
import { attemptsOf } from './token-attempts'
import { heldRoles } from './user-roles.service'
import { authKeys, sha256 } from '../../platform/secrets/installation-keys'

const LAST_USED_EVERY_MS = 60_000
const MAX_TOKEN_LENGTH = 4096

/**
 * From `Authorization: Bearer …`, sent from `ip`. Throws Problem 401 token_missing, token_expired or token_invalid, and
 * 429 after many wrong API tokens from one address.
 */
export async function identify(deps: Deps, authorization: string | undefined, ip: string): Promise<Identity> {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined)
    throw new Problem(401, 'token_missing', { headers: { 'www-authenticate': 'Bearer' } })
  if (token.length > MAX_TOKEN_LENGTH) throw new Problem(401, 'token_invalid')
  return token.startsWith(API_TOKEN_PREFIX) ? identifyApiToken(deps, token, ip) : identifyUser(deps, token)
}

const identityOf = (db: Deps['db'], sub: string, sid: string, now: number) =>
  db
    .selectFrom('users as u')
    .innerJoin('token_families as f', 'f.user_id', 'u.id')
    .leftJoin(heldRoles(db, sub).as('held'), join => join.onTrue())
    .leftJoin('roles as r', 'r.id', 'held.role_id')
    .where('u.id', '=', sub)
    .where('u.enabled', '=', 1)
    .where('u.archived_at', 'is', null)
    .where('f.id', '=', sid)
    .where('f.ended_at', 'is', null)
    .where('f.expires_at', '>', now)
    .select([
      'u.username',
      'u.full_name',
      'u.tenant_id',
      'f.factor_due',
      'r.id as role_id',
      'r.version as role_version',
    ])
    .select(eb => eb.selectFrom('acl_state').select('version').where('id', '=', 'rules').as('acl_version'))

/** What stands for who asks, where the statement is put together. */
const WHO = { sub: '\0sub', sid: '\0sid', now: -1 }
type Asking = ReturnType<ReturnType<typeof identityOf>['compile']>
const statements = new WeakMap<Deps['db'], Asking>()

/** One fixed statement, put together once: every request asks it. */
function asking(db: Deps['db'], sub: string, sid: string, now: number): Asking {
  const statement = statements.get(db) ?? identityOf(db, WHO.sub, WHO.sid, WHO.now).compile()
  statements.set(db, statement)
  const given = new Map<unknown, unknown>([
    [WHO.sub, sub],
    [WHO.sid, sid],
    [WHO.now, now],
  ])
  return { ...statement, parameters: statement.parameters.map(one => given.get(one) ?? one) }
}

async function identifyUser(deps: Deps, token: string): Promise<Identity> {
  const now = deps.clock()
  const { sub, sid } = await readAccessToken(token, (await authKeys(deps)).access, now)
  const rows = await readAtOnce(deps.db, asking(deps.db, sub, sid, now))
  const user = rows[0]
  if (!user) throw new Problem(401, 'token_invalid')
  const roles = rows.flatMap(({ role_id, role_version }) =>
    role_id !== null && role_version !== null ? [{ id: role_id, version: role_version }] : [],
  )
  const rules = await rulesOf(
    deps.db,
    { id: sub, tenantId: user.tenant_id, roles: roles.map(role => role.id) },
    user.acl_version ?? 0,
  )
  return {
    ...(rules.length > 0 && { rules }),
    kind: 'user',
    id: sub,
    name: user.full_name || user.username,
    tenantId: user.tenant_id,
    sessionId: sid,
    ...(user.factor_due === 1
      ? { factorDue: true as const, permissions: {} }
      : { permissions: await permissionsOf(deps.db, user.tenant_id, roles) }),
  }
}

/**
 * The permission of a token that speaks for a part of its tenant: what else it names, other endpoints could not narrow.
 */
const PART_MAY: Permission = 'rawdata::ingest'

async function identifyApiToken(deps: Deps, token: string, ip: string): Promise<Identity> {
  const now = deps.clock()
  const hash = sha256(token)
  const attempts = attemptsOf(deps)
  await attempts.admit(ip, hash)
  const tokenQuery = deps.db
    .selectFrom('api_tokens')
    .selectAll()
    .where(eb =>
      eb.or([
        eb('token_hash', '=', hash),
        eb.and([eb('previous_hash', '=', hash), eb('previous_until', '>', now)]),
      ]),
    )
  const [row] = await readAtOnce(deps.db, tokenQuery)
  if (!row || row.revoked_at !== null) {
    await attempts.wrong(ip, hash)
    throw new Problem(401, 'token_invalid')
  }
  if (row.expires_at !== null && row.expires_at <= now) throw new Problem(401, 'token_expired')
  attempts.right(hash)
  if (row.last_used_at === null || now - row.last_used_at >= LAST_USED_EVERY_MS)
    await touch(deps, row.id, now, ip)
  const names = JSON.parse(row.permissions) as string[]
  const inSystem = row.tenant_id === SYSTEM_TENANT
  const reach = { locations: idsIn(row.locations), smibs: idsIn(row.smibs) }
  const isPart = reach.locations.length + reach.smibs.length > 0
  const permissions: PermissionMap = Object.fromEntries(
    names
      .filter(name => (inSystem || !systemOnly.has(name)) && (!isPart || name === PART_MAY))
      .map(name => [name, 1]),
  )
  const isPrevious = row.token_hash !== hash
  const ends = [row.expires_at, isPrevious ? row.previous_until : null].filter(end => end !== null)
  return {
    kind: 'token',
    id: row.id,
    name: row.name,
    tenantId: row.tenant_id,
    permissions,
    addresses: idsIn(row.addresses),
    ...(isPart && { reach }),
    ...(ends.length > 0 && { expiresAt: Math.min(...ends) }),
  }
}

const idsIn = (json: string) => JSON.parse(json) as string[]

/**
 * Throws 403 for a token that is used from where it may not be. Apart from `identify`, so that the audit log can say
 * whose it was.
 */
export function demandAddress({ addresses }: Pick<Actor, 'addresses'>, ip: string): void {
  if (addresses && !isListed(ip, addresses))
    throw new Problem(403, 'address_not_allowed', { message: 'The token may not be used from this address' })
}

/** A statistic: that it cannot be written is no reason to refuse the request. */
async function touch(deps: Deps, id: string, now: number, ip: string): Promise<void> {
  try {
    await deps.db
      .updateTable('api_tokens')
      .set({ last_used_at: now, last_used_address: ip })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    deps.log.warn({ err: error }, 'last use of an API token was not noted')
  }
}
