import { groupBy } from '../contract/group-by'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { SYSTEM_TENANT } from '../contract/primitives'
import { invalidField } from '../contract/problem'
import type { Tables } from '../db/tables'
import type { FilterReading } from './store-spec'

type EntityGroup = Tables['entity_groups']

/**
 * Groups with a rule that one list may ask for. SQLite looks at each way to find a row together with each other one: a
 * hundred rules take it a second.
 */
const MAX_RULES = 20

/**
 * Members of any of some entity groups: chosen by name or found by a group's rule, and not left out. A store's filter,
 * so that lists, totals, exports and bulk commands mean the same rows. A group that is not in the reader's scope has no
 * members; an archived one keeps them, and the addresses that name it.
 * The groups are read at once, and what was chosen by name in all groups of one tenant is one condition, however
 * many groups are named.
 */
export const inGroup =
  (type: Tables['entity_groups']['entity_type'], ownedBy: 'tenant_id' | 'id') =>
  async (ids: readonly string[], { db, scope, matching }: FilterReading): Promise<RawBuilder<boolean>> => {
    let query = db
      .selectFrom('entity_groups')
      .selectAll()
      .where('id', 'in', ids)
      .where('entity_type', '=', type)
    if (scope.tenantId !== null) query = query.where('tenant_id', '=', scope.tenantId)
    const groups = await query.execute()
    const ofTenant = (tenant: string, condition: RawBuilder<boolean>) =>
      tenant === SYSTEM_TENANT
        ? condition
        : sql<boolean>`(${sql.ref(`t.${ownedBy}`)} = ${tenant} and ${condition})`
    const ways = chosenBy(groups).map(([tenant, some]) =>
      ofTenant(tenant, sql<boolean>`t.id in (${members(some, 'in')})`),
    )
    const ruled = groups.flatMap(group => {
      const rule = ruleOf(group)
      return rule ? [{ group, rule }] : []
    })
    if (ruled.length > MAX_RULES) throw invalidField('group', 'too_many_rules', { limit: MAX_RULES })
    for (const { group, rule } of ruled) {
      const found = await matching(rule)
      // Nothing is both chosen and left out, so only what the rule finds is left out.
      ways.push(
        ofTenant(
          group.tenant_id,
          group.left_out > 0
            ? sql<boolean>`(${found} and t.id not in (${members([group.id], 'out')}))`
            : sql<boolean>`(${found})`,
        ),
      )
    }
    return ways.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(ways, sql` or `)})`
  }

const members = (groups: readonly string[], mode: 'in' | 'out'): RawBuilder<unknown> =>
  sql`select m.member_id from entity_group_members m where m.group_id in (${sql.join(groups)}) and m.mode = ${mode}`

/** By tenant, the groups that have members by name. */
function chosenBy(groups: readonly Selectable<EntityGroup>[]): [tenant: string, groups: string[]][] {
  return [
    ...groupBy(
      groups.filter(({ chosen }) => chosen > 0),
      ({ tenant_id }) => tenant_id,
      ({ id }) => id,
    ),
  ]
}

/** The rule as a list would ask it; null when the group has none. */
function ruleOf(group: Selectable<EntityGroup>) {
  const filters = Object.entries({
    currency: group.rule_currency,
    tenant: group.rule_tenant,
    county: group.rule_county,
    city: group.rule_city,
    location: group.rule_location,
    status: group.rule_status,
    state: group.rule_state,
    manufacturer: group.rule_manufacturer,
  }).filter((filter): filter is [string, string] => filter[1] !== null)
  const query = group.rule_query ?? ''
  return filters.length === 0 && query === ''
    ? null
    : { query, exactFields: filters.map(([name]) => name), exactValues: filters.map(([, value]) => value) }
}
