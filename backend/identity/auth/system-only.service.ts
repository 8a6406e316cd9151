import { accessOf, permissionCatalogue } from '../../platform/contract/permissions'

/** What belongs to the system alone, whatever the roles of a tenant's user say. */
export const systemOnly: ReadonlySet<string> = new Set(
  permissionCatalogue.filter(name => accessOf(name)?.systemOnly),
)
