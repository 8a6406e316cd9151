/** What a person may do, asked for apart from a request of theirs. */
import type { PermissionMap } from '../contract/permissions'
import type { Db } from '../db/database'
import { permissionsOf } from './permission-map'
import { readUser } from './users.service'

export async function permissionsOfUser(db: Db, userId: string): Promise<PermissionMap> {
  const { row, roles } = await readUser(db, userId)
  return permissionsOf(db, row.tenant_id, roles)
}
