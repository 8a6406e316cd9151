/** Who may give what to whom: nobody grants what they lack, and somebody always stays who can let the others in. */
import { sql } from 'kysely'
import type { PermissionMap } from '../contract/permissions'
import { SYSTEM_TENANT } from '../contract/primitives'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Actor } from '../http/actor'
import { systemOnly } from '../auth/system-only.service'
import { heldRoles } from '../auth/user-roles.service'

export const refuse = (field: string, code: string) =>
  new Problem(422, 'invalid', { fields: { [field]: [{ code }] } })

type Granter = Pick<Actor, 'kind' | 'permissions'>

/** Throws 403 for somebody whom rules narrow: whoever they let in could see more than they do. */
export function demandWhole({ rules }: Pick<Actor, 'rules'>): void {
  if (rules)
    throw new Problem(403, 'narrowed', {
      message: 'Rules narrow what you see, so you cannot decide what others see',
    })
}

/** The system itself sets up demo data and first accounts. */
const mayGrantAll = ({ kind }: Granter) => kind === 'system'

const lacks = (permissions: PermissionMap, names: readonly string[]) =>
  names.some(name => permissions[name] !== 1)

/** What of these names somebody of the tenant would really have. */
export const effectiveIn = (tenantId: string, names: readonly string[]): string[] =>
  tenantId === SYSTEM_TENANT ? [...names] : names.filter(name => !systemOnly.has(name))

export async function permissionsOfRoles(db: Db, roles: readonly string[]): Promise<string[]> {
  if (roles.length === 0) return []
  const rows = await db
    .selectFrom('role_permissions')
    .select('permission')
    .distinct()
    .where('role_id', 'in', roles)
    .execute()
  return rows.map(row => row.permission)
}

interface Giving {
  db: Db
  actor: Granter
  /** Whose the user or group is. */
  owner: string
  field: string
}

/** Throws 422: `unknown` for a role that is not there, is another tenant's; `beyond_yours` for one that can do more than the giver. */
export async function demandRoles(
  { db, actor, owner, field }: Giving,
  roles: readonly string[],
): Promise<void> {
  if (roles.length === 0) return
  const found = await db
    .selectFrom('roles')
    .select('id')
    .where('id', 'in', roles)
    .where('archived_at', 'is', null)
    .where(eb => eb.or([eb('built_in', '=', 1), eb('tenant_id', '=', owner)]))
    .execute()
  if (found.length < roles.length) throw refuse(field, 'unknown')
  if (mayGrantAll(actor)) return
  if (lacks(actor.permissions, effectiveIn(owner, await permissionsOfRoles(db, roles))))
    throw refuse(field, 'beyond_yours')
}

/** Throws 422 `beyond_yours` for a permission that the giver lacks. */
export function demandPermissions(
  actor: Granter,
  owner: string,
  names: readonly string[],
  field = 'permissions',
): void {
  if (!mayGrantAll(actor) && lacks(actor.permissions, effectiveIn(owner, names)))
    throw refuse(field, 'beyond_yours')
}

/** Throws 403 for who may do more than the actor: to change them, or to open a way into their account, would be a way to their rights. */
export async function demandNotAbove(
  db: Db,
  actor: Granter,
  user: { id: string; tenantId: string },
): Promise<void> {
  if (mayGrantAll(actor)) return
  const names = await permissionsOfRoles(
    db,
    (await heldRoles(db, user.id).execute()).map(row => row.role_id),
  )
  if (lacks(actor.permissions, effectiveIn(user.tenantId, names)))
    throw new Problem(403, 'user_above_you', { message: 'The user may do more than you may' })
}

/** What it takes to let others in again. */
const keys = ['acl_user::update', 'acl_role::update'] as const

/**
 * Throws 409 when nobody of the system could administer users and roles any more. Needs the transaction of the change, after it; `without` is
 * somebody whose row is about to be disabled.
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
