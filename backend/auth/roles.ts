/** The roles that every system has, and what belongs to the system alone. */
import { permissionCatalogue, permissionGroups, type Permission } from '../contract/permissions'
import { builtInRoleId } from '../acl/roles.contract'
import { fold } from '../contract/fold'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Db } from '../db/database'
import { seedPermissions } from './permission-list'

const { read, exporting, operating, managing } = permissionGroups

/** What somebody on a location's floor looks at: the network and its slots, no money reports, no people, no players, no settings. */
const floor = [
  'location::get_general_settings',
  'tenant::list',
  'tenant::get',
  'location::list',
  'location::get',
  'slot::list',
  'slot::get',
  'slot::list_slots_status',
  'tenant_entity_group::list',
  'location_entity_group::list',
  'slot_entity_group::list',
  'jackpot::list',
  'jackpot_win::list',
  'jackpot_source::list',
  'display_channel::list',
  'slot::remote_cashout_list',
  'smib::list',
  'smib::get',
  'smib::get_checkpoint',
  'slot::get_checkpoint',
  'smib::get_timelog',
  'slot::get_timelog',
  'location::get_timelog',
  'task_current::list',
  'task_completed::list',
  'gr_machine_type::list_machine_types',
  'gr_game::list_games',
  'gr_game_mix::list_game_mixes',
  'gr_game_profile::list_game_profiles',
  'gr_manufacturer::list_manufacturers',
  'gr_protocol::list_protocols',
  'gr_game_settings::list_game_settings',
] as const satisfies readonly Permission[]

/** What the regulator may see: slots, their meters and events, fiscal reports, who changed what. No players, no people. */
const inspection = [
  'tenant::list',
  'tenant::get',
  'location::list',
  'location::get',
  'slot::list',
  'slot::get',
  'slot::list_slots_status',
  'slot::inspect',
  'slot::list_inspections',
  'smib::list',
  'smib::get',
  'jackpot::list',
  'jackpot_win::list',
  'jackpot_source::list',
  'location::list_fiscal_reports',
  'location::list_monthly_fiscal_reports',
  'slot::get_payment_transactions',
  'collector_checkpoint::list_collector_checkpoints',
  'smib::get_checkpoint',
  'slot::get_checkpoint',
  'location::get_checkpoint',
  'tenant::get_checkpoint',
  'smib::get_timelog',
  'slot::get_timelog',
  'location::get_timelog',
  'tenant::get_timelog',
  'gr_machine_type::list_machine_types',
  'gr_game::list_games',
  'gr_game_mix::list_game_mixes',
  'gr_game_profile::list_game_profiles',
  'gr_manufacturer::list_manufacturers',
  'gr_protocol::list_protocols',
  'gr_game_settings::list_game_settings',
  'audit_log::list',
] as const satisfies readonly Permission[]

export const seededRoles = {
  administrator: permissionCatalogue,
  manager: [...read, ...exporting, ...operating, ...managing],
  operator: [...floor, ...operating],
  auditor: [...read, ...exporting],
  inspector: inspection,
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
