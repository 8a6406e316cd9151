/** Groups of users, and the permissions as a list. Users and roles themselves: backend/identity/auth/auth.table.ts. */
import type { RecordColumns } from '../../platform/db/tables'

interface Named extends RecordColumns {
  name: string
}

interface UserGroupsTable extends Named {
  tenant_id: string
  note: string | null
  member_count: number
}

interface UserGroupMembersTable {
  group_id: string
  user_id: string
}

interface UserGroupRolesTable {
  group_id: string
  role_id: string
}

/** The catalogue of the release, written at each start so that it can be listed and filtered like anything else. */
interface PermissionsTable extends Named {
  /** The part before the two colons. */
  entity: string
  kind: string
  system_only: number
}

export type Model = 'tenant' | 'location' | 'slot'

/** What rules name: some tenants, locations or slots by choice. */
interface AclGroupsTable extends Named {
  tenant_id: string
  note: string | null
  model: Model
  member_count: number
}

interface AclGroupMembersTable {
  group_id: string
  member_id: string
}

/** For one user, one group of users or one role: exactly one of the three. */
interface AclRulesTable extends Named {
  tenant_id: string
  note: string | null
  model: Model
  user_id: string | null
  group_id: string | null
  role_id: string | null
  /** JSON list of { field, values }. */
  conditions: string
}

interface AclRuleGroupsTable {
  rule_id: string
  group_id: string
}

interface AclStateTable {
  id: string
  version: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    acl_groups: AclGroupsTable
    acl_group_members: AclGroupMembersTable
    acl_rules: AclRulesTable
    acl_rule_groups: AclRuleGroupsTable
    acl_state: AclStateTable

    user_groups: UserGroupsTable
    user_group_members: UserGroupMembersTable
    user_group_roles: UserGroupRolesTable
    permissions: PermissionsTable
  }
}
