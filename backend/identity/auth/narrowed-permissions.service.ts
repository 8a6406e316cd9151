/** How far a permission reaches of somebody whom rules narrow. */
import { accessOf, type Permission } from '../../platform/contract/permissions'

export type Reach = 'whole' | 'part' | 'refused'

/**
 * Refused to whom rules narrow, however small a part they ask for (`demandWhole`): it would give others more than they
 * see.
 */
const needsWhole = (permission: Permission): boolean => {
  const [entity = '', verb = ''] = permission.split('::')
  if (/^acl_(?!permission$)/.test(entity)) return verb !== 'list' && permission !== 'acl_user::unlock'
  if (entity === 'api_token') return verb !== 'list' && verb !== 'revoke'
  return accessOf(permission)?.needsWhole === true
}

export function reachUnderRules(permission: Permission): Reach {
  if (needsWhole(permission)) return 'refused'
  return accessOf(permission)?.narrowed ? 'part' : 'whole'
}
