/** What several roles together allow. */
import { LRUCache } from 'lru-cache'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { PermissionMap } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { systemOnly } from './system-only.service'

export interface RoleVersion {
  id: string
  version: number
}

/**
 * By database, since a test process has several; by role and version, so that a change of a role acts on the next
 * request.
 */
const known = new WeakMap<object, LRUCache<string, PermissionMap>>()

export async function permissionsOf(
  db: Db,
  tenantId: string,
  roles: readonly RoleVersion[],
): Promise<PermissionMap> {
  if (roles.length === 0) return {}
  const cache = known.get(db) ?? new LRUCache<string, PermissionMap>({ max: 500 })
  known.set(db, cache)
  const inSystem = tenantId === SYSTEM_TENANT
  const key = [
    inSystem ? 'system' : 'tenant',
    ...roles.map(role => `${role.id}:${role.version}`).sort(),
  ].join(' ')
  const earlier = cache.get(key)
  if (earlier) return earlier
  const rows = await db
    .selectFrom('role_permissions')
    .select('permission')
    .distinct()
    .where(
      'role_id',
      'in',
      roles.map(role => role.id),
    )
    .orderBy('permission')
    .execute()
  const map = Object.freeze(
    Object.fromEntries(
      rows.filter(row => inSystem || !systemOnly.has(row.permission)).map(row => [row.permission, 1]),
    ),
  )
  cache.set(key, map)
  return map
}
