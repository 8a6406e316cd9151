/** What a person may do, for callers outside of that person's own requests. */
import type { PermissionMap } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { permissionsOf } from './permission-map'
import { readUser } from './users.service'

export async function permissionsOfUser(db: Db, userId: string): Promise<PermissionMap> {
  const { row, roles } = await readUser(db, userId)
  return permissionsOf(db, row.tenant_id, roles)
}
