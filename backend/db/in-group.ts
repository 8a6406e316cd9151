import { sql, type RawBuilder } from 'kysely'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { EntityGroupsTable } from '../entity-groups/entity-groups.table'
import type { FilterReading } from './store'

/**
 * Members of an entity group: chosen by name or found by its rule, and not left out. A store's filter, so that lists, totals, exports and
 * bulk commands mean the same rows. A group that is not in the reader's scope has no members; an archived one keeps them, and the addresses that name it.
 */
export const inGroup = (type: EntityGroupsTable['entity_type'], ownedBy: 'tenant_id' | 'id') =>
  async (id: string, _now: number, { db, scope, matching }: FilterReading): Promise<RawBuilder<boolean>> => {
    const group = await db.selectFrom('entity_groups').selectAll().where('id', '=', id).where('entity_type', '=', type).executeTakeFirst()
    if (!group || (scope.tenantId !== null && group.tenant_id !== scope.tenantId)) return sql<boolean>`1 = 0`
    const listed = (mode: 'in' | 'out') => sql`select m.member_id from entity_group_members m where m.group_id = ${id} and m.mode = ${mode}`
    const rule = ruleOf(group)
    const ways: RawBuilder<boolean>[] = []
    if (group.chosen > 0) ways.push(sql<boolean>`t.id in (${listed('in')})`)
    if (rule) ways.push(sql<boolean>`(${await matching(rule)})`)
    if (ways.length === 0) return sql<boolean>`1 = 0`
    const all = [sql<boolean>`(${sql.join(ways, sql` or `)})`]
    if (group.left_out > 0) all.push(sql<boolean>`t.id not in (${listed('out')})`)
    if (group.tenant_id !== SYSTEM_TENANT) all.push(sql<boolean>`${sql.ref(`t.${ownedBy}`)} = ${group.tenant_id}`)
    return sql<boolean>`(${sql.join(all, sql` and `)})`
  }

/** The rule as a list would ask it; null when the group has none. */
function ruleOf(group: EntityGroupsTable) {
  const filters = Object.entries({
    currency: group.rule_currency, tenant: group.rule_tenant, county: group.rule_county, city: group.rule_city, location: group.rule_location,
    status: group.rule_status, state: group.rule_state, manufacturer: group.rule_manufacturer,
  }).filter((filter): filter is [string, string] => filter[1] !== null)
  const query = group.rule_query ?? ''
  return filters.length === 0 && query === '' ? null : { query, exactFields: filters.map(([name]) => name), exactValues: filters.map(([, value]) => value) }
}
