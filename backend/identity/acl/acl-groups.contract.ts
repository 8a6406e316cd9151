/** ACL entity groups: tenants, locations or slots by choice, for rules to name. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, line, optionalLines, reference } from '../../platform/contract/primitives'

export const model = z.enum(['tenant', 'location', 'slot'])

const MAX_MEMBERS = 1_000
const chosen = z
  .array(id)
  .max(MAX_MEMBERS)
  .transform(list => [...new Set(list)])
  .optional()

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
    _id: id,
    version: z.number().int(),
    name: z.string(),
    note: z.string().nullable(),
    tenant: reference.nullable(),
    model,
    member_count: z.number().int(),
    /** Named only when one group is read. The two models that the group is not about have none. */
    tenants: z.array(reference).optional(),
    locations: z.array(reference).optional(),
    slots: z.array(reference).optional(),
    archived_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  }),
  input: z.object({
    name: line(2, 60),
    note: optionalLines(500),
    tenant: z
      .union([z.literal('').transform(() => null), id])
      .nullish()
      .transform(value => value ?? null),
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
