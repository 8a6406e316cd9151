/** Somebody always stays who can let the others in. */
import { sql } from 'kysely'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'

/** What it takes to let others in again. */
const keys = ['acl_user::update', 'acl_role::update'] as const

/**
 * Throws 409 when nobody of the system could administer users and roles any more. Needs the transaction of the change,
 * after it; `without` is somebody whose row is about to be disabled.
 */
export async function demandAdministrator(db: Db, without = ''): Promise<void> {
  const holds = (permission: string) => sql<boolean>`exists (
    select 1 from role_permissions p where p.permission = ${permission} and p.role_id in (
      select ur.role_id from user_roles ur where ur.user_id = u.id
      union all
      select g.role_id from user_group_members m join user_group_roles g on g.group_id = m.group_id where m.user_id = u.id))`
  const { rows } =
    await sql`select 1 as found from users u where u.tenant_id = ${SYSTEM_TENANT} and u.enabled = 1
    and u.id != ${without} and u.archived_at is null and ${sql.join(keys.map(holds), sql` and `)} limit 1`.execute(
      db,
    )
  if (rows.length === 0)
    throw new Problem(409, 'last_administrator', {
      message: 'Nobody could administer users and roles any more',
    })
}
