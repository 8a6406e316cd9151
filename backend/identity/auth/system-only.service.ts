/** What belongs to the system alone. */
import { accessOf, permissionCatalogue, type Permission } from '../../platform/contract/permissions'

/** Reaches beyond one tenant: a tenant's user is never allowed it, whatever the role says (ruling 20). */
export const systemOnly: ReadonlySet<string> = new Set<Permission>([
  'tenant::create',
  'tenant::archive',
  'tenant::unarchive',
  'general_settings::update',
  'columns_configuration::update_system',
  'mail::list',
  'mail::read',
  // All tenants' documents are signed with it.
  'seal_key::replace',
  ...permissionCatalogue.filter(name => accessOf(name)?.systemOnly),
])
