/** ACL entity groups: tenants, locations or slots by choice, for rules to name. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, reference } from '../../platform/contract/primitives'
import { chosenIds, namedInput, namedRow } from '../auth/named-record.contract'

export const model = z.enum(['tenant', 'location', 'slot'])

const MAX_MEMBERS = 1_000
const chosen = chosenIds(MAX_MEMBERS)

export const aclGroupsContract = defineContract({
  family: 'users',
  one: 'entity_group',
  many: 'entity_groups',
  paths: {
    list: 'entity-groups',
    get: 'entity-group',
    create: 'entity-group',
    update: 'entity-group',
    delete: 'delete/entity-group',
    uses: 'uses/entity-group',
  },
  row: z.object({
    ...namedRow,
    model,
    member_count: z.number().int(),
    /** Named only when one group is read. The two models that the group is not about have none. */
    tenants: z.array(reference).optional(),
    locations: z.array(reference).optional(),
    slots: z.array(reference).optional(),
  }),
  input: z.object({
    ...namedInput,
    model,
    tenants: chosen,
    locations: chosen,
    slots: chosen,
  }),
  filters: z.object({ tenant: id, model }),
  sort: ['name', 'member_count', 'created_at', 'updated_at'],
  permissions: {
    list: 'acl_entity_group::list',
    read: 'acl_entity_group::list',
    create: 'acl_entity_group::update',
    update: 'acl_entity_group::update',
    delete: 'acl_entity_group::update',
  },
  usedBy: [{ list: 'users/acl_rules', filter: 'entity_group' }],
  actions: {},
})
