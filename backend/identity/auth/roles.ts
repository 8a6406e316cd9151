/** The roles that every system has, and what belongs to the system alone. */
import {
  accessOf,
  permissionCatalogue,
  permissionGroups,
  type Permission,
} from '../../platform/contract/permissions'
import { builtInRoleId } from './roles.contract'
import { fold } from '../../platform/contract/fold'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { seedPermissions } from './permission-list'

const { read, exporting, operating, managing } = permissionGroups

const readings = (by: 'floor' | 'regulator') =>
  read.filter(name => {
    const access = accessOf(name)
    return access?.kind === 'read' && (access.readBy === by || access.readBy === 'both')
  })

export const seededRoles = {
  administrator: permissionCatalogue,
  manager: [...read, ...exporting, ...operating, ...managing],
  operator: [...readings('floor'), ...operating],
  auditor: [...read, ...exporting],
  inspector: readings('regulator'),
} as const satisfies Record<string, readonly Permission[]>
export type RoleName = keyof typeof seededRoles

/** The same in every installation, so that a restored or second database means the same role. */
export const roleId = (name: RoleName): string => builtInRoleId(name)

export { systemOnly } from './system-only.service'

/** At each start: built-in roles follow the release. Several backends may do it at once. */
export async function seedRoles(db: Db, now: number): Promise<void> {
  await seedPermissions(db, now)
  for (const name of Object.keys(seededRoles) as RoleName[]) {
    await db
      .insertInto('roles')
      .values({
        id: roleId(name),
        tenant_id: SYSTEM_TENANT,
        name,
        built_in: 1,
        version: 1,
        search: fold(name),
        note: null,
        archived_at: null,
        created_at: now,
        updated_at: now,
      })
      // Of another backend's row either its id or its name may be met first.
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await setRolePermissions(db, roleId(name), seededRoles[name], now)
  }
}

/** The one way to change a role's permissions: `version` grows with it, which is how running backends notice. */
export async function setRolePermissions(
  db: Db,
  id: string,
  permissions: readonly Permission[],
  now: number,
): Promise<void> {
  const rows = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', id)
    .execute()
  const before = new Set(rows.map(row => row.permission))
  const wanted = new Set<string>(permissions)
  const added = [...wanted].filter(name => !before.has(name))
  const removed = [...before].filter(name => !wanted.has(name))
  if (added.length + removed.length === 0) return
  if (removed.length > 0)
    await db
      .deleteFrom('role_permissions')
      .where('role_id', '=', id)
      .where('permission', 'in', removed)
      .execute()
  if (added.length > 0) {
    await db
      .insertInto('role_permissions')
      .values(added.map(permission => ({ role_id: id, permission })))
      .onConflict(conflict => conflict.columns(['role_id', 'permission']).doNothing())
      .execute()
  }
  await db
    .updateTable('roles')
    .set(role => ({ version: role('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}
