/**
 * The permission catalogue: every `entity::action` of the specification's section 6, and one for each further action,
 * with all that is known of it. Those of an entity's own stand in the `access` of its contract, where `npm run found`
 * reads them.
 */
import { foundPermissions } from './permissions.found'

/** What is known of a permission; the one place where it stands. */
export type PermissionAccess = {
  /** Whether somebody whom rules narrow has it for a part of the network alone. */
  narrowed: boolean
  /** It reaches beyond one tenant, whose people never have it, whatever their roles say (ruling 20). */
  systemOnly?: true
  /** Refused to whom rules narrow, however small a part they ask for: it would give others more than they see. */
  needsWhole?: true
  /** Moves money, or seals what was counted: a tenant may ask for the second factor again before it. */
  proven?: true
} & (
  | {
      kind: 'read'
      /**
       * Who of the two that read a part only reads it. The floor, which is the operator: the network and its slots, no
       * money reports, no people, no players, no settings. The regulator, which is the inspector: slots, their meters
       * and events, fiscal reports, who changed what; no players, no people. Managers and auditors read everything.
       */
      readBy: 'both' | 'floor' | 'regulator' | 'neither'
    }
  | { kind: 'exporting' | 'operating' | 'managing' | 'administering' }
)

export type FoundPermission = keyof typeof foundPermissions

/** None that a contract has described. */
const specified = {
  'dashboard_settings::get': { kind: 'read', readBy: 'neither', narrowed: false },
  'general_settings::get': { kind: 'read', readBy: 'neither', narrowed: false },
  'location::get_general_settings': { kind: 'read', readBy: 'floor', narrowed: true },
  'tenant::get_general_settings': { kind: 'read', readBy: 'neither', narrowed: true },
  'tenant::list': { kind: 'read', readBy: 'both', narrowed: true },
  'tenant::get': { kind: 'read', readBy: 'both', narrowed: true },
  'location::list': { kind: 'read', readBy: 'both', narrowed: true },
  'location::get': { kind: 'read', readBy: 'both', narrowed: true },
  'slot::list': { kind: 'read', readBy: 'both', narrowed: true },
  'slot::get': { kind: 'read', readBy: 'both', narrowed: true },
  'slot::list_slots_status': { kind: 'read', readBy: 'both', narrowed: true },
  'slot::inspect': { kind: 'read', readBy: 'regulator', narrowed: true },
  'slot::list_inspections': { kind: 'read', readBy: 'regulator', narrowed: true },
  'tenant_entity_group::list': { kind: 'read', readBy: 'floor', narrowed: true },
  'location_entity_group::list': { kind: 'read', readBy: 'floor', narrowed: true },
  'slot_entity_group::list': { kind: 'read', readBy: 'floor', narrowed: true },
  'jackpot::list': { kind: 'read', readBy: 'both', narrowed: true },
  'jackpot_win::list': { kind: 'read', readBy: 'both', narrowed: true },
  'jackpot_source::list': { kind: 'read', readBy: 'both', narrowed: true },
  'display_channel::list': { kind: 'read', readBy: 'floor', narrowed: true },
  'location::list_fiscal_reports': { kind: 'read', readBy: 'regulator', narrowed: true },
  'location::list_monthly_fiscal_reports': { kind: 'read', readBy: 'regulator', narrowed: true },
  'slot::get_payment_transactions': { kind: 'read', readBy: 'regulator', narrowed: true },
  'collector_checkpoint::list_collector_checkpoints': { kind: 'read', readBy: 'both', narrowed: true },
  'slot::remote_cashout_list': { kind: 'read', readBy: 'floor', narrowed: true },
  'payment_merchant::list': { kind: 'read', readBy: 'neither', narrowed: false },
  'smib::list': { kind: 'read', readBy: 'both', narrowed: true },
  'smib::get': { kind: 'read', readBy: 'both', narrowed: true },
  'smib::list_firmware': { kind: 'read', readBy: 'floor', narrowed: true },
  'smib::get_checkpoint': { kind: 'read', readBy: 'both', narrowed: true },
  'slot::get_checkpoint': { kind: 'read', readBy: 'both', narrowed: true },
  'location::get_checkpoint': { kind: 'read', readBy: 'regulator', narrowed: true },
  'tenant::get_checkpoint': { kind: 'read', readBy: 'regulator', narrowed: true },
  'smib::get_timelog': { kind: 'read', readBy: 'both', narrowed: true },
  'slot::get_timelog': { kind: 'read', readBy: 'both', narrowed: true },
  'location::get_timelog': { kind: 'read', readBy: 'both', narrowed: true },
  'tenant::get_timelog': { kind: 'read', readBy: 'regulator', narrowed: true },
  'task_current::list': { kind: 'read', readBy: 'floor', narrowed: true },
  'task_completed::list': { kind: 'read', readBy: 'floor', narrowed: true },
  'aggregation_rule::get': { kind: 'read', readBy: 'neither', narrowed: false },
  'acl_user::list': { kind: 'read', readBy: 'neither', narrowed: false },
  'acl_user_group::list': { kind: 'read', readBy: 'neither', narrowed: false },
  'acl_permission::list': { kind: 'read', readBy: 'neither', narrowed: false },
  'acl_role::list': { kind: 'read', readBy: 'neither', narrowed: false },
  'acl_entity_group::list': { kind: 'read', readBy: 'neither', narrowed: false },
  'acl_rule::list': { kind: 'read', readBy: 'neither', narrowed: false },
  'api_token::list': { kind: 'read', readBy: 'neither', narrowed: false },
  'columns_configuration::get_system_all_columns': { kind: 'read', readBy: 'neither', narrowed: false },
  'pe_player::list_players': { kind: 'read', readBy: 'neither', narrowed: false },
  'pe_exclusion::list_self_exclusions': { kind: 'read', readBy: 'neither', narrowed: false },
  'pe_scan::list_player_scans': { kind: 'read', readBy: 'neither', narrowed: true },
  'pe_blacklist::list_blacklists': { kind: 'read', readBy: 'neither', narrowed: false },
  'pe_exclusion_onjn::list_encrypted_onjn_cnps': { kind: 'read', readBy: 'neither', narrowed: false },
  'audit_log::list': { kind: 'read', readBy: 'regulator', narrowed: true },
  'tenant::get_fraud_settings': { kind: 'read', readBy: 'neither', narrowed: true },
  'data_export::list': { kind: 'read', readBy: 'neither', narrowed: true },
  'webhook::list': { kind: 'read', readBy: 'neither', narrowed: true },

  'tenant::export': { kind: 'exporting', narrowed: true },
  'location::export': { kind: 'exporting', narrowed: true },
  'slot::export': { kind: 'exporting', narrowed: true },
  'smib::export': { kind: 'exporting', narrowed: true },
  'data_export::create': { kind: 'exporting', narrowed: true },

  // Daily work of a location: slots, SMIBs, and the cash that is taken out of slots.
  'slot::lock': { kind: 'operating', narrowed: true },
  'comment::write': { kind: 'operating', narrowed: true },
  'finding::assign': { kind: 'operating', narrowed: true },
  'finding::acknowledge': { kind: 'operating', narrowed: true },
  'slot::confirm_handpay': { kind: 'operating', narrowed: true },
  'slot::unlock': { kind: 'operating', narrowed: true },
  'tenant::lock_unlock_multiple_slots': { kind: 'operating', narrowed: true },
  'smib::toggle_test': { kind: 'operating', narrowed: true },
  'smib::toggle_log': { kind: 'operating', narrowed: true },
  'smib::send_cmd': { kind: 'operating', narrowed: true },
  'task_current::cancel': { kind: 'operating', narrowed: true },
  'jackpot::cancel_win_display': { kind: 'operating', narrowed: true },
  'slot::remote_cashout_reset': { kind: 'operating', narrowed: true, proven: true },
  'slot::aft_refresh_registration': { kind: 'operating', narrowed: true },
  'slot::aft_set_asset_number': { kind: 'operating', narrowed: true },
  'slot::enter_meters': { kind: 'operating', narrowed: true },
  'collector_checkpoint::create': { kind: 'operating', narrowed: true, proven: true },
  'pe_scan::create': { kind: 'operating', narrowed: true },

  // Changing what the network is made of.
  'location::create': { kind: 'managing', narrowed: true },
  'location::update': { kind: 'managing', narrowed: true },
  'location::archive': { kind: 'managing', narrowed: true },
  'location::unarchive': { kind: 'managing', narrowed: true },
  'slot::create': { kind: 'managing', narrowed: true },
  'slot::update': { kind: 'managing', narrowed: true },
  'slot::archive': { kind: 'managing', narrowed: true },
  'slot::unarchive': { kind: 'managing', narrowed: true },
  'slot::unassign_rule': { kind: 'managing', narrowed: true },
  'smib::create': { kind: 'managing', narrowed: true },
  'smib::update': { kind: 'managing', narrowed: true },
  'smib::archive': { kind: 'managing', narrowed: true },
  'smib::unarchive': { kind: 'managing', narrowed: true },
  'smib::upload_firmware': { kind: 'managing', narrowed: false, needsWhole: true },
  'smib::roll_out_firmware': { kind: 'managing', narrowed: false, needsWhole: true },
  'smib::replace': { kind: 'managing', narrowed: true },
  'smib::unassign': { kind: 'managing', narrowed: true },
  'smib::refresh_password': { kind: 'managing', narrowed: true },
  'jackpot::create': { kind: 'managing', narrowed: true },
  'jackpot::update': { kind: 'managing', narrowed: true },
  'jackpot::delete': { kind: 'managing', narrowed: true },
  'jackpot::pay': { kind: 'managing', narrowed: true, proven: true },
  'jackpot::pay_aft': { kind: 'managing', narrowed: true, proven: true },
  'jackpot_win::decide': { kind: 'managing', narrowed: true, proven: true },
  'jackpot::reset': { kind: 'managing', narrowed: true, proven: true },
  'jackpot::regen': { kind: 'managing', narrowed: true, proven: true },
  'jackpot_source::update': { kind: 'managing', narrowed: true },
  'display_channel::create': { kind: 'managing', narrowed: true },
  'display_channel::update': { kind: 'managing', narrowed: true },
  'display_channel::archive': { kind: 'managing', narrowed: true },
  'display_channel::unarchive': { kind: 'managing', narrowed: true },
  'tenant_entity_group::update': { kind: 'managing', narrowed: true },
  'location_entity_group::update': { kind: 'managing', narrowed: true },
  'slot_entity_group::update': { kind: 'managing', narrowed: true },
  'location::validate_fiscal_report': { kind: 'managing', narrowed: true },
  'payment_merchant::update': { kind: 'managing', narrowed: false },
  'aggregation_rule::update': { kind: 'managing', narrowed: false },
  'aggregation_rule::create': { kind: 'managing', narrowed: false },
  'pe_player::update': { kind: 'managing', narrowed: false },
  'pe_player::reveal': { kind: 'managing', narrowed: false },
  'pe_player::hand_out': { kind: 'managing', narrowed: false },
  'pe_exclusion::create': { kind: 'managing', narrowed: false },
  'pe_exclusion::cancel': { kind: 'managing', narrowed: false },
  'pe_exclusion::import': { kind: 'managing', narrowed: false },
  'pe_exclusion_onjn::import': { kind: 'managing', narrowed: false },
  'pe_blacklist::create': { kind: 'managing', narrowed: false },
  'pe_blacklist::cancel': { kind: 'managing', narrowed: false },
  'dashboard_settings::update': { kind: 'managing', narrowed: false },
  'tenant::update_config': { kind: 'managing', narrowed: true },
  'location::update_config': { kind: 'managing', narrowed: true },
  'smib::update_config': { kind: 'managing', narrowed: true },
  'slot::update_config': { kind: 'managing', narrowed: true },
  'slot::update_meters': { kind: 'managing', narrowed: true },
  'slot::decide_repair': { kind: 'managing', narrowed: true, proven: true },
  'slot::enter_readings': { kind: 'managing', narrowed: true },
  'rawdata::edit': { kind: 'managing', narrowed: true },
  'rawdata::ignore_message': { kind: 'managing', narrowed: true },
  'location::close_day': { kind: 'managing', narrowed: true },
  'location::seal_report': { kind: 'managing', narrowed: true, proven: true },
  'location::lock_period': { kind: 'managing', narrowed: true },
  'notification_template::update': { kind: 'managing', narrowed: false },
  'webhook::update': { kind: 'managing', narrowed: true, needsWhole: true },
  'tenant::update_fraud_settings': { kind: 'managing', narrowed: true },
  'acl_user::unlock': { kind: 'managing', narrowed: false },
  'comment::remove': { kind: 'managing', narrowed: true },

  // The system itself: tenants, people, tokens, registry, settings.
  'tenant::create': { kind: 'administering', narrowed: true, systemOnly: true },
  'tenant::update': { kind: 'administering', narrowed: true },
  'tenant::archive': { kind: 'administering', narrowed: true, systemOnly: true },
  'tenant::unarchive': { kind: 'administering', narrowed: true, systemOnly: true },
  'rawdata::ingest': { kind: 'administering', narrowed: true },
  'acl_user::create': { kind: 'administering', narrowed: false },
  'acl_user::update': { kind: 'administering', narrowed: false },
  'acl_user::delete': { kind: 'administering', narrowed: false },
  'acl_user_group::update': { kind: 'administering', narrowed: false },
  'acl_permission::update': { kind: 'administering', narrowed: false },
  'acl_role::update': { kind: 'administering', narrowed: false },
  'acl_entity_group::update': { kind: 'administering', narrowed: false },
  'acl_rule::update': { kind: 'administering', narrowed: false },
  'api_token::create': { kind: 'administering', narrowed: false },
  'api_token::update': { kind: 'administering', narrowed: false },
  'api_token::revoke': { kind: 'administering', narrowed: false },
  'columns_configuration::update_system': { kind: 'administering', narrowed: false, systemOnly: true },
  'general_settings::update': { kind: 'administering', narrowed: false, systemOnly: true },
  'mail::list': { kind: 'administering', narrowed: true, systemOnly: true },
  'mail::read': { kind: 'administering', narrowed: true, systemOnly: true },
  'location::update_general_settings': { kind: 'administering', narrowed: true },
  'tenant::update_general_settings': { kind: 'administering', narrowed: true },
  'seal_key::replace': { kind: 'administering', narrowed: false, systemOnly: true },
} as const satisfies Record<string, PermissionAccess> & { [Name in FoundPermission]?: never }

export type Permission = keyof typeof specified | FoundPermission

const access: Readonly<Record<Permission, PermissionAccess>> = { ...specified, ...foundPermissions }

/** Undefined for a name that is no permission, such as an endpoint's `public`. */
export const accessOf = (name: string): PermissionAccess | undefined =>
  Object.hasOwn(access, name) ? access[name as Permission] : undefined

const kinds = ['read', 'exporting', 'operating', 'managing', 'administering'] as const
type PermissionKind = (typeof kinds)[number]

const all = Object.keys(access) as Permission[]
export const permissionGroups = Object.fromEntries(
  kinds.map(kind => [kind, all.filter(name => access[name].kind === kind)]),
) as Record<PermissionKind, Permission[]>
export const permissionCatalogue: readonly Permission[] = Object.values(permissionGroups).flat()

/** One name, all of several ("and" in the specification), or any of several (its comma lists; ruling 18). */
export type PermissionRule =
  | Permission
  | { readonly all: readonly PermissionRule[] }
  | { readonly any: readonly PermissionRule[] }

/** As the specification's section 6: allowed only when the map holds 1 for the name. */
export type PermissionMap = Readonly<Partial<Record<string, number>>>

/** Whether any of the ways that a rule lets in is one of these. */
export function movesMoney(rule: PermissionRule): boolean {
  if (typeof rule === 'string') return accessOf(rule)?.proven === true
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
