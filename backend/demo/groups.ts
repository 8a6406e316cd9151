/** A few entity groups as the demo's people would have made them, by rule, by choice, and both. */
import { fold } from '../platform/contract/fold'
import { SYSTEM_TENANT } from '../platform/contract/primitives'
import { insertMany } from '../platform/db/bulk'
import type { Db } from '../platform/db/database'
import type {
  EntityGroupMembersTable,
  EntityGroupsTable,
  EntityType,
} from '../estate/entity-groups/entity-groups.table'
import { idOf, type Network } from './network'

type Rule = Partial<
  Pick<EntityGroupsTable, 'rule_query' | 'rule_county' | 'rule_manufacturer' | 'rule_status' | 'rule_state'>
>
interface DemoGroup {
  type: EntityType
  tenantId: string
  name: string
  description: string
  rule?: Rule
  chosen?: string[]
  leftOut?: string[]
}

const noRule = {
  rule_query: null,
  rule_currency: null,
  rule_tenant: null,
  rule_county: null,
  rule_city: null,
  rule_location: null,
  rule_status: null,
  rule_state: null,
  rule_manufacturer: null,
}

export async function addGroups(db: Db, network: Network): Promise<void> {
  const groups = plan(network).map(group => ({
    ...group,
    id: idOf(network.seed, network.madeAt, `group ${group.type} ${group.name}`),
    chosen: group.chosen ?? [],
    leftOut: group.leftOut ?? [],
  }))
  await db
    .insertInto('entity_groups')
    .values(
      groups.map(({ id, type, tenantId, name, description, rule, chosen, leftOut }) => ({
        ...noRule,
        ...rule,
        id,
        version: 1,
        archived_at: null,
        created_at: network.madeAt,
        updated_at: network.madeAt,
        search: fold(`${name} ${description}`),
        tenant_id: tenantId,
        entity_type: type,
        name,
        description,
        chosen: chosen.length,
        left_out: leftOut.length,
      })),
    )
    .execute()
  const members = groups.flatMap(({ id, chosen, leftOut }): EntityGroupMembersTable[] => [
    ...chosen.map(member_id => ({ group_id: id, member_id, mode: 'in' as const })),
    ...leftOut.map(member_id => ({ group_id: id, member_id, mode: 'out' as const })),
  ])
  await insertMany<EntityGroupMembersTable>(
    db,
    'entity_group_members',
    { group_id: 'text', member_id: 'text', mode: 'text' },
    members,
  )
}

function plan({ tenants, locations, machines: slots }: Network): DemoGroup[] {
  const tenant = (key: string) => tenants.find(one => one.key === key)?.id ?? SYSTEM_TENANT
  const halls = (...codes: string[]) => locations.filter(one => codes.includes(one.code)).map(one => one.id)
  const ours = tenant('carpati')
  const fair = slots.filter(one => one.tenantId === ours && one.demo).map(one => one.slotId)
  return [
    {
      type: 'location',
      tenantId: ours,
      name: 'București',
      description: 'Capitala și Voluntari, tura unui singur tehnician',
      rule: { rule_county: 'București' },
      chosen: halls('IF-01'),
    },
    {
      type: 'location',
      tenantId: ours,
      name: 'Copou și Tomis',
      description: 'Ziua de joc începe la ora șase',
      chosen: halls('IS-01', 'CT-01'),
    },
    {
      type: 'location',
      tenantId: SYSTEM_TENANT,
      name: 'Cluj',
      description: 'Sălile din județ, ale tuturor operatorilor',
      rule: { rule_county: 'Cluj' },
    },
    {
      type: 'slot',
      tenantId: ours,
      name: 'EGT',
      description: 'Fără aparatele de demonstrație',
      rule: { rule_manufacturer: 'EGT' },
      leftOut: fair,
    },
    {
      type: 'slot',
      tenantId: ours,
      name: 'Dispecerat',
      description: 'Aparatele offline: grupul se actualizează singur',
      rule: { rule_state: 'offline' },
    },
    {
      type: 'slot',
      tenantId: ours,
      name: 'Titan',
      description: 'Aparatele de demonstrație arătate vizitatorilor',
      chosen: fair,
    },
    {
      type: 'tenant',
      tenantId: SYSTEM_TENANT,
      name: 'Galați și Sibiu',
      description: 'Operatorii fără sală în capitală',
      chosen: [tenant('dunarea'), tenant('cetate')],
    },
  ]
}
