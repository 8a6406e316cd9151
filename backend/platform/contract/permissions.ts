/**
 * The permission catalogue: every `entity::action` of the specification's section 6, and one for each further action.
 * Those of an entity's own stand in the `access` of its contract, where `npm run found` reads them.
 */
import { foundPermissions } from './permissions.found'

const read = [
  'dashboard_settings::get',
  'general_settings::get',
  'location::get_general_settings',
  'tenant::get_general_settings',
  'tenant::list',
  'tenant::get',
  'location::list',
  'location::get',
  'slot::list',
  'slot::get',
  'slot::list_slots_status',
  'slot::inspect',
  'slot::list_inspections',
  'tenant_entity_group::list',
  'location_entity_group::list',
  'slot_entity_group::list',
  'jackpot::list',
  'jackpot_win::list',
  'jackpot_source::list',
  'display_channel::list',
  'location::list_fiscal_reports',
  'location::list_monthly_fiscal_reports',
  'slot::get_payment_transactions',
  'collector_checkpoint::list_collector_checkpoints',
  'slot::remote_cashout_list',
  'payment_merchant::list',
  'smib::list',
  'smib::get',
  'smib::get_checkpoint',
  'slot::get_checkpoint',
  'location::get_checkpoint',
  'tenant::get_checkpoint',
  'smib::get_timelog',
  'slot::get_timelog',
  'location::get_timelog',
  'tenant::get_timelog',
  'task_current::list',
  'task_completed::list',
  'aggregation_rule::get',
  'acl_user::list',
  'acl_user_group::list',
  'acl_permission::list',
  'acl_role::list',
  'acl_entity_group::list',
  'acl_rule::list',
  'api_token::list',
  'columns_configuration::get_system_all_columns',
  'pe_player::list_players',
  'pe_exclusion::list_self_exclusions',
  'pe_scan::list_player_scans',
  'pe_blacklist::list_blacklists',
  'pe_exclusion_onjn::list_encrypted_onjn_cnps',
  'audit_log::list',
  'tenant::get_fraud_settings',
  'data_export::list',
  'webhook::list',
] as const

const exporting = [
  'tenant::export',
  'location::export',
  'slot::export',
  'smib::export',
  'data_export::create',
] as const

/** Daily work of a location: slots, SMIBs, and the cash that is taken out of slots. */
const operating = [
  'slot::lock',
  'slot::unlock',
  'tenant::lock_unlock_multiple_slots',
  'smib::toggle_test',
  'smib::toggle_log',
  'smib::send_cmd',
  'task_current::cancel',
  'jackpot::cancel_win_display',
  'slot::remote_cashout_reset',
  'slot::aft_refresh_registration',
  'slot::aft_set_asset_number',
  'slot::enter_meters',
  'collector_checkpoint::create',
  'pe_scan::create',
] as const

/** Changing what the network is made of. */
const managing = [
  'location::create',
  'location::update',
  'location::archive',
  'location::unarchive',
  'slot::create',
  'slot::update',
  'slot::archive',
  'slot::unarchive',
  'slot::unassign_rule',
  'smib::create',
  'smib::update',
  'smib::archive',
  'smib::unarchive',
  'smib::replace',
  'smib::unassign',
  'smib::refresh_password',
  'jackpot::create',
  'jackpot::update',
  'jackpot::delete',
  'jackpot::pay',
  'jackpot::pay_aft',
  'jackpot_win::decide',
  'jackpot::reset',
  'jackpot::regen',
  'jackpot_source::update',
  'display_channel::create',
  'display_channel::update',
  'display_channel::archive',
  'display_channel::unarchive',
  'tenant_entity_group::update',
  'location_entity_group::update',
  'slot_entity_group::update',
  'location::validate_fiscal_report',
  'payment_merchant::update',
  'aggregation_rule::update',
  'aggregation_rule::create',
  'pe_player::update',
  'pe_player::reveal',
  'pe_player::hand_out',
  'pe_exclusion::create',
  'pe_exclusion::cancel',
  'pe_exclusion::import',
  'pe_exclusion_onjn::import',
  'pe_blacklist::create',
  'pe_blacklist::cancel',
  'dashboard_settings::update',
  'tenant::update_config',
  'location::update_config',
  'smib::update_config',
  'slot::update_config',
  'slot::update_meters',
  'slot::decide_repair',
  'slot::enter_readings',
  'rawdata::edit',
  'rawdata::ignore_message',
  'location::close_day',
  'location::seal_report',
  'location::lock_period',
  'notification_template::update',
  'webhook::update',
  'tenant::update_fraud_settings',
  'acl_user::unlock',
] as const

/** The system itself: tenants, people, tokens, registry, settings. */
const administering = [
  'tenant::create',
  'tenant::update',
  'tenant::archive',
  'tenant::unarchive',
  'rawdata::ingest',
  'acl_user::create',
  'acl_user::update',
  'acl_user::delete',
  'acl_user_group::update',
  'acl_permission::update',
  'acl_role::update',
  'acl_entity_group::update',
  'acl_rule::update',
  'api_token::create',
  'api_token::update',
  'api_token::revoke',
  'columns_configuration::update_system',
  'general_settings::update',
  'mail::list',
  'mail::read',
  'location::update_general_settings',
  'tenant::update_general_settings',
  'seal_key::replace',
] as const

export type FoundPermission = keyof typeof foundPermissions

/** What the `access` of a contract says of a permission of its own; the one place where it stands. */
export type PermissionAccess = {
  /** Whether somebody whom rules narrow has it for a part of the network alone. */
  narrowed: boolean
  /** It reaches beyond one tenant, whose people never have it, whatever their roles say. */
  systemOnly?: true
} & (
  | { kind: 'read'; /** Who of the narrow roles reads it. */ readBy: ReadBy }
  | { kind: 'exporting' | 'operating' | 'managing' | 'administering' }
)
export type ReadBy = 'both' | 'floor' | 'regulator' | 'neither'

const found: Readonly<Record<FoundPermission, PermissionAccess>> = foundPermissions

/** Undefined for what the catalogue above lists. */
export const accessOf = (name: string): PermissionAccess | undefined =>
  Object.hasOwn(found, name) ? found[name as FoundPermission] : undefined

const foundOf = (kind: PermissionAccess['kind']) =>
  (Object.keys(found) as FoundPermission[]).filter(name => found[name].kind === kind)

export const permissionGroups = {
  read: [...read, ...foundOf('read')],
  exporting: [...exporting, ...foundOf('exporting')],
  operating: [...operating, ...foundOf('operating')],
  managing: [...managing, ...foundOf('managing')],
  administering: [...administering, ...foundOf('administering')],
} as const
export type Permission = (typeof permissionGroups)[keyof typeof permissionGroups][number]
export const permissionCatalogue: readonly Permission[] = Object.values(permissionGroups).flat()

/** One name, all of several ("and" in the specification), or any of several (its comma lists; ruling 18). */
export type PermissionRule =
  | Permission
  | { readonly all: readonly PermissionRule[] }
  | { readonly any: readonly PermissionRule[] }

/** As the specification's section 6: allowed only when the map holds 1 for the name. */
export type PermissionMap = Readonly<Partial<Record<string, number>>>

/** Moves money, or seals what was counted: a tenant may ask for the second factor again before it. */
const proven = new Set<string>([
  'location::seal_report',
  'jackpot::pay',
  'jackpot::pay_aft',
  'jackpot::reset',
  'jackpot::regen',
  'jackpot_win::decide',
  'slot::decide_repair',
  'slot::remote_cashout_reset',
  'collector_checkpoint::create',
] satisfies Permission[])

/** Whether any of the ways that a rule lets in is one of these. */
export function movesMoney(rule: PermissionRule): boolean {
  if (typeof rule === 'string') return proven.has(rule)
  return ('all' in rule ? rule.all : rule.any).some(movesMoney)
}

/** Of what a rule asks for, what is not held: of several ways, the first. */
export function missingFor(map: PermissionMap, rule: PermissionRule): Permission[] {
  if (allows(map, rule)) return []
  if (typeof rule === 'string') return [rule]
  if ('all' in rule) return [...new Set(rule.all.flatMap(one => missingFor(map, one)))]
  return rule.any[0] === undefined ? [] : missingFor(map, rule.any[0])
}

export function allows(map: PermissionMap, rule: PermissionRule): boolean {
  if (typeof rule === 'string') return map[rule] === 1
  return 'all' in rule ? rule.all.every(one => allows(map, one)) : rule.any.some(one => allows(map, one))
}
