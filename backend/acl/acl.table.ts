/** Groups of users, and the permissions as a list. Users and roles themselves: backend/auth/auth.table.ts. */
interface Entity {
  id: string
  version: number
  name: string
  /** Folded text for contains-search. */
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}

export interface UserGroupsTable extends Entity {
  tenant_id: string
  note: string | null
  member_count: number
}

export interface UserGroupMembersTable {
  group_id: string
  user_id: string
}

export interface UserGroupRolesTable {
  group_id: string
  role_id: string
}

/** The catalogue of the release, written at each start so that it can be listed and filtered like anything else. */
export interface PermissionsTable extends Entity {
  /** What stands before the two colons. */
  entity: string
  kind: string
  system_only: number
}

export interface AclTables {
  user_groups: UserGroupsTable
  user_group_members: UserGroupMembersTable
  user_group_roles: UserGroupRolesTable
  permissions: PermissionsTable
}
