/** What pages may offer a person: the permissions of their roles, as far as rules leave them. */
import type { Permission, PermissionMap } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { permissionsOf, type RoleVersion } from './permission-map'
import { currentRulesOf } from './rules-of.service'
import { reachUnderRules } from './narrowed-permissions.service'

/** 1 for what they may do; 0 for what their roles allow and rules refuse, so that a page can say why. */
export const allowedUnder = (permissions: PermissionMap, rules: Actor['rules']): Record<string, number> =>
  Object.fromEntries(
    Object.keys(permissions).map(name => [
      name,
      isNarrowed(rules) && reachUnderRules(name as Permission) === 'refused' ? 0 : 1,
    ]),
  )

/** Whether rules leave somebody a part of the network: they decide nothing for all of it (`demandWhole`). */
export const isNarrowed = (rules: Actor['rules']): boolean => rules !== undefined && rules.length > 0

/** The same for somebody who is not the one who asks yet: at sign-in. */
export async function allowedTo(
  db: Db,
  { id, tenantId, roles }: { id: string; tenantId: string; roles: readonly RoleVersion[] },
): Promise<{ permissions: Record<string, number>; narrowed: boolean }> {
  const rules = await currentRulesOf(db, { id, tenantId, roles: roles.map(role => role.id) })
  return {
    permissions: allowedUnder(await permissionsOf(db, tenantId, roles), rules),
    narrowed: isNarrowed(rules),
  }
}
