/** What it takes to carry a whole list away: one rule for the console's button and the backend's task. */
import { permissionCatalogue, type PermissionRule } from './permissions'

/** `slot::export` where the catalogue has one; otherwise whoever may read the list may take it along. */
export function exportPermission({
  one,
  permissions,
}: {
  one: string
  permissions: { list: PermissionRule }
}): PermissionRule {
  const own = permissionCatalogue.find(permission => permission === `${one}::export`)
  return own ? { all: [own, permissions.list] } : permissions.list
}
