/** Who may give what to whom: nobody grants what they lack, and somebody always stays who can let the others in. */
import type { PermissionMap } from '../../platform/contract/permissions'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { systemOnly } from '../auth/system-only.service'
import { heldRoles } from '../auth/user-roles.service'

type Granter = Pick<Actor, 'kind' | 'permissions'>

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

/**
 * Throws 422: `unknown` for a role that is not there, is another tenant's; `beyond_yours` for one that can do more than
 * the giver.
 */
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
  if (found.length < roles.length) throw invalidField(field, 'unknown')
  if (mayGrantAll(actor)) return
  if (lacks(actor.permissions, effectiveIn(owner, await permissionsOfRoles(db, roles))))
    throw invalidField(field, 'beyond_yours')
}

/** Throws 422 `beyond_yours` for a permission that the giver lacks. */
export function demandPermissions(
  actor: Granter,
  owner: string,
  names: readonly string[],
  field = 'permissions',
): void {
  if (!mayGrantAll(actor) && lacks(actor.permissions, effectiveIn(owner, names)))
    throw invalidField(field, 'beyond_yours')
}

/**
 * Throws 403 for who may do more than the actor: to change them, or to open a way into their account, would be a way to
 * their rights.
 */
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
