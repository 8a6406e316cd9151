import type { RecordColumns } from '../../platform/db/tables'

/** Groups of tenants, locations or slots: members by choice, by rule, or both. */
export type EntityType = 'tenant' | 'location' | 'slot'

export interface EntityGroupsTable extends RecordColumns {
  /**
   * The group's tenant; SYSTEM_TENANT for groups over several tenants. A tenant's group holds nothing of another one.
   */
  tenant_id: string
  entity_type: EntityType
  name: string
  description: string | null
  /**
   * The rule: a search and filters of the entity's own list. A row is a member when all of those that are set hold;
   * null: not set.
   */
  rule_query: string | null
  rule_currency: string | null
  rule_tenant: string | null
  rule_county: string | null
  rule_city: string | null
  rule_location: string | null
  rule_status: string | null
  rule_state: string | null
  rule_manufacturer: string | null
  /** How many rows of `entity_group_members` there are of each mode. */
  chosen: number
  left_out: number
}

export interface EntityGroupMembersTable {
  group_id: string
  member_id: string
  /** `in`: a member whatever the rule says. `out`: none, whatever the rule says. */
  mode: 'in' | 'out'
}

declare module '../../platform/db/tables' {
  interface Tables {
    entity_groups: EntityGroupsTable
    entity_group_members: EntityGroupMembersTable
  }
}
