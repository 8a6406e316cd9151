/**
 * Which permissions a rule narrows: those that reach into the network, and those that a narrowed user is refused
 * (`demandWhole`).
 */
import { accessOf, type FoundPermission, type Permission } from '../../platform/contract/permissions'

type EntityOf<Name> = Name extends `${infer Entity}::${string}` ? Entity : never

/**
 * Refused to whom rules narrow, however small a part they ask for (`demandWhole`): it would give others more than they
 * see.
 */
const needsWhole = (permission: Permission): boolean => {
  const [entity = '', verb = ''] = permission.split('::')
  if (/^acl_(?!permission$)/.test(entity)) return verb !== 'list' && permission !== 'acl_user::unlock'
  return permission === 'webhook::update' || (entity === 'api_token' && verb !== 'list' && verb !== 'revoke')
}

type Listed = EntityOf<Exclude<Permission, FoundPermission>>

/** A new entity does not compile until somebody has said whether rules reach it, here or in its contract. */
const reached: Readonly<Record<Listed, boolean>> = {
  tenant: true,
  location: true,
  slot: true,
  smib: true,
  tenant_entity_group: true,
  location_entity_group: true,
  slot_entity_group: true,
  jackpot: true,
  jackpot_win: true,
  jackpot_source: true,
  display_channel: true,
  collector_checkpoint: true,
  task_current: true,
  task_completed: true,
  rawdata: true,
  audit_log: true,
  data_export: true,
  pe_scan: true,
  webhook: true,
  mail: true,
  acl_user: false,
  acl_user_group: false,
  acl_role: false,
  acl_entity_group: false,
  acl_rule: false,
  acl_permission: false,
  api_token: false,
  aggregation_rule: false,
  columns_configuration: false,
  dashboard_settings: false,
  general_settings: false,
  notification_template: false,
  payment_merchant: false,
  // Who is excluded is excluded everywhere.
  pe_player: false,
  pe_exclusion: false,
  pe_exclusion_onjn: false,
  pe_blacklist: false,
  seal_key: false,
}

export type Reach = 'whole' | 'part' | 'refused'

/** How far a permission reaches of somebody whom rules narrow. */
export function reachUnderRules(permission: Permission): Reach {
  if (needsWhole(permission)) return 'refused'
  const isReached =
    accessOf(permission)?.narrowed ?? reached[permission.slice(0, permission.indexOf('::')) as Listed]
  return isReached ? 'part' : 'whole'
}
