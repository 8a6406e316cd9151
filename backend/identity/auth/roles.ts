/** The roles that every system has, and what belongs to the system alone. */
import {
  accessOf,
  permissionCatalogue,
  permissionGroups,
  type FoundPermission,
  type Permission,
  type ReadBy,
} from '../../platform/contract/permissions'
import { builtInRoleId } from './roles.contract'
import { fold } from '../../platform/contract/fold'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { seedPermissions } from './permission-list'

const { read, exporting, operating, managing } = permissionGroups

type Reading = (typeof read)[number]
/**
 * Who of the two that read a part only reads it. The floor, which is the operator: the network and its slots, no money
 * reports, no people, no players, no settings. The regulator, which is the inspector: slots, their meters and events,
 * fiscal reports, who changed what; no players, no people. A new permission to read does not compile until somebody has
 * said it, here or in its contract; managers and auditors read everything.
 */
const readBy: Readonly<Record<Exclude<Reading, FoundPermission>, ReadBy>> = {
  'dashboard_settings::get': 'neither',
  'general_settings::get': 'neither',
  'location::get_general_settings': 'floor',
  'tenant::get_general_settings': 'neither',
  'tenant::list': 'both',
  'tenant::get': 'both',
  'location::list': 'both',
  'location::get': 'both',
  'slot::list': 'both',
  'slot::get': 'both',
  'slot::list_slots_status': 'both',
  'slot::inspect': 'regulator',
  'slot::list_inspections': 'regulator',
  'tenant_entity_group::list': 'floor',
  'location_entity_group::list': 'floor',
  'slot_entity_group::list': 'floor',
  'jackpot::list': 'both',
  'jackpot_win::list': 'both',
  'jackpot_source::list': 'both',
  'display_channel::list': 'floor',
  'location::list_fiscal_reports': 'regulator',
  'location::list_monthly_fiscal_reports': 'regulator',
  'slot::get_payment_transactions': 'regulator',
  'collector_checkpoint::list_collector_checkpoints': 'both',
  'slot::remote_cashout_list': 'floor',
  'payment_merchant::list': 'neither',
  'smib::list': 'both',
  'smib::get': 'both',
  'smib::get_checkpoint': 'both',
  'slot::get_checkpoint': 'both',
  'location::get_checkpoint': 'regulator',
  'tenant::get_checkpoint': 'regulator',
  'smib::get_timelog': 'both',
  'slot::get_timelog': 'both',
  'location::get_timelog': 'both',
  'tenant::get_timelog': 'regulator',
  'task_current::list': 'floor',
  'task_completed::list': 'floor',
  'aggregation_rule::get': 'neither',
  'acl_user::list': 'neither',
  'acl_user_group::list': 'neither',
  'acl_permission::list': 'neither',
  'acl_role::list': 'neither',
  'acl_entity_group::list': 'neither',
  'acl_rule::list': 'neither',
  'api_token::list': 'neither',
  'columns_configuration::get_system_all_columns': 'neither',
  'pe_player::list_players': 'neither',
  'pe_exclusion::list_self_exclusions': 'neither',
  'pe_scan::list_player_scans': 'neither',
  'pe_blacklist::list_blacklists': 'neither',
  'pe_exclusion_onjn::list_encrypted_onjn_cnps': 'neither',
  'audit_log::list': 'regulator',
  'tenant::get_fraud_settings': 'neither',
  'data_export::list': 'neither',
  'webhook::list': 'neither',
}
const readersOf = (name: Reading): ReadBy => {
  const access = accessOf(name)
  if (!access) return readBy[name as Exclude<Reading, FoundPermission>]
  return access.kind === 'read' ? access.readBy : 'neither'
}
const readings = (by: 'floor' | 'regulator') =>
  read.filter(name => readersOf(name) === by || readersOf(name) === 'both')

export const seededRoles = {
  administrator: permissionCatalogue,
  manager: [...read, ...exporting, ...operating, ...managing],
  operator: [...readings('floor'), ...operating],
  auditor: [...read, ...exporting],
  inspector: readings('regulator'),
} as const satisfies Record<string, readonly Permission[]>
export type RoleName = keyof typeof seededRoles

/** The same in every installation, so that a restored or second database means the same role. */
export const roleId = (name: RoleName): string => builtInRoleId(name)

export { systemOnly } from './system-only.service'

/** At each start: built-in roles follow the release. Several backends may do it at once. */
export async function seedRoles(db: Db, now: number): Promise<void> {
  await seedPermissions(db, now)
  for (const name of Object.keys(seededRoles) as RoleName[]) {
    await db
      .insertInto('roles')
      .values({
        id: roleId(name),
        tenant_id: SYSTEM_TENANT,
        name,
        built_in: 1,
        version: 1,
        search: fold(name),
        note: null,
        archived_at: null,
        created_at: now,
        updated_at: now,
      })
      // Of another backend's row either its id or its name may be met first.
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await setRolePermissions(db, roleId(name), seededRoles[name], now)
  }
}

/** The one way to change a role's permissions: `version` grows with it, which is how running backends notice. */
export async function setRolePermissions(
  db: Db,
  id: string,
  permissions: readonly Permission[],
  now: number,
): Promise<void> {
  const rows = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', id)
    .execute()
  const before = new Set(rows.map(row => row.permission))
  const wanted = new Set<string>(permissions)
  const added = [...wanted].filter(name => !before.has(name))
  const removed = [...before].filter(name => !wanted.has(name))
  if (added.length + removed.length === 0) return
  if (removed.length > 0)
    await db
      .deleteFrom('role_permissions')
      .where('role_id', '=', id)
      .where('permission', 'in', removed)
      .execute()
  if (added.length > 0) {
    await db
      .insertInto('role_permissions')
      .values(added.map(permission => ({ role_id: id, permission })))
      .onConflict(conflict => conflict.columns(['role_id', 'permission']).doNothing())
      .execute()
  }
  await db
    .updateTable('roles')
    .set(role => ({ version: role('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}
