/** Which permissions a rule narrows: those that reach into the network, and those that a narrowed user is refused (`demandWhole`). */
import type { Permission } from '../contract/permissions'

type EntityOf<Name> = Name extends `${infer Entity}::${string}` ? Entity : never

/** A new entity does not compile until somebody has said whether rules reach it. `changes`: only what changes it. */
const reached: Readonly<Record<EntityOf<Permission>, boolean | 'changes'>> = {
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
  acl_user: 'changes',
  acl_user_group: 'changes',
  acl_role: 'changes',
  acl_entity_group: 'changes',
  acl_rule: 'changes',
  acl_permission: false,
  api_token: false,
  aggregation_rule: false,
  columns_configuration: false,
  dashboard_settings: false,
  general_settings: false,
  gr_game: false,
  gr_game_mix: false,
  gr_game_profile: false,
  gr_game_settings: false,
  gr_machine_type: false,
  gr_manufacturer: false,
  gr_protocol: false,
  notification_template: false,
  payment_merchant: false,
  // Who is excluded is excluded everywhere.
  pe_player: false,
  pe_exclusion: false,
  pe_exclusion_onjn: false,
  pe_blacklist: false,
  seal_key: false,
}

export function isNarrowedByRules(permission: Permission): boolean {
  const reach = reached[permission.slice(0, permission.indexOf('::')) as EntityOf<Permission>]
  return reach === 'changes' ? !permission.endsWith('::list') && permission !== 'acl_user::unlock' : reach
}
