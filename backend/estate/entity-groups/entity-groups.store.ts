import { sql } from 'kysely'
import { invalidField } from '../../platform/contract/problem'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { ColumnMap, Stored } from '../../platform/store/columns'
import { absent, plain, readOnly, refTo } from '../../platform/store/columns'
import { wordsOf } from '../../platform/db/has-words'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { locationGroupsContract, slotGroupsContract, tenantGroupsContract } from './entity-groups.contract'
import type { EntityType } from './entity-groups.table'
import { namedMembers, saveMembers } from './members'

const common = {
  size: absent,
  chosen: readOnly('chosen'),
  left_out: readOnly('left_out'),
  members: absent,
  excluded: absent,
} satisfies Record<string, ColumnMap>
const tenant = refTo('tenant_id', 'tenants', 'name')

export const tenantGroupsStore = defineStore(tenantGroupsContract, {
  ...of('tenant'),
  columns: { ...common, rule_currency: plain('rule_currency') },
})

export const locationGroupsStore = defineStore(locationGroupsContract, {
  ...of('location'),
  columns: {
    ...common,
    tenant,
    rule_tenant: refTo('rule_tenant', 'tenants', 'name'),
  },
})

export const slotGroupsStore = defineStore(slotGroupsContract, {
  ...of('slot'),
  columns: {
    ...common,
    tenant,
    rule_tenant: refTo('rule_tenant', 'tenants', 'name'),
    rule_location: refTo('rule_location', 'locations', 'name'),
  },
})

/** The common part of groups of every type. */
function of(type: EntityType) {
  return {
    table: 'entity_groups' as const,
    ownedBy: 'tenant_id' as const,
    only: sql<boolean>`t.entity_type = ${type}`,
    search: ({ name, description }: Stored) => [name, description] as string[],
    more: (reading: Parameters<typeof namedMembers>[0], row: Stored) => namedMembers(reading, type, row),
    prepare: (
      context: Pick<WriteContext<typeof slotGroupsContract>, 'db' | 'scope' | 'id' | 'before'> & {
        input: Input
      },
    ) => prepare(type, context),
  }
}

interface Input {
  name: string
  members: string[]
  excluded: string[]
  tenant?: string | null
  rule_query: string | null
}
type Preparing = Pick<WriteContext<typeof slotGroupsContract>, 'db' | 'scope' | 'id' | 'before'> & {
  input: Input
}

async function prepare(type: EntityType, { db, scope, id, before, input }: Preparing): Promise<Stored> {
  const owner = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId ?? SYSTEM_TENANT)
  // Its members are one operator's: a group that changes hands would show one what the other chose.
  if (before && input.tenant && input.tenant !== owner) throw invalidField('tenant', 'fixed')
  // A rule is a search that every list over this group makes.
  wordsOf(input.rule_query ?? '', 'rule_query')
  const twin = await db
    .selectFrom('entity_groups')
    .select('id')
    .where('tenant_id', '=', owner)
    .where('entity_type', '=', type)
    .where('name', '=', input.name)
    .where('archived_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (twin) throw invalidField('name', 'taken')
  if (input.excluded.some(one => input.members.includes(one))) throw invalidField('excluded', 'also_chosen')
  await saveMembers(db, { group: id, type, owner, scope, chosen: input.members, left_out: input.excluded })
  return {
    entity_type: type,
    tenant_id: owner,
    chosen: input.members.length,
    left_out: input.excluded.length,
  }
}
