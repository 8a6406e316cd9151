/**
 * ACL rules: what of the network a user, a group of users or a role sees. Rules about one model add up; rules about
 * several narrow one another.
 */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, line, optionalLines, reference, recordRow } from '../../platform/contract/primitives'
import { model } from './acl-groups.contract'

const optional = z
  .union([z.literal('').transform(() => null), id])
  .nullish()
  .transform(value => value ?? null)

export const aclRulesContract = defineContract({
  family: 'users',
  one: 'acl_rule',
  many: 'acl_rules',
  confidential: 'all',
  paths: {
    list: 'acl-rules',
    get: 'acl-rule',
    create: 'acl-rule',
    update: 'acl-rule',
    delete: 'delete/acl-rule',
    uses: 'uses/acl-rule',
  },
  row: z.object({
    ...recordRow,
    name: z.string(),
    note: z.string().nullable(),
    tenant: reference.nullable(),
    model,
    user: reference.nullable(),
    group: reference.nullable(),
    role: reference.nullable(),
    /** As typed: `city: Cluj-Napoca | Brăila`. */
    conditions: z.array(z.string()),
    groups: z.array(reference),
  }),
  input: z.object({
    name: line(2, 60),
    note: optionalLines(500),
    tenant: optional,
    model,
    user: optional,
    group: optional,
    role: optional,
    conditions: z.array(line(3, 300)).max(10).default([]),
    groups: z
      .array(id)
      .max(50)
      .transform(list => [...new Set(list)])
      .optional(),
  }),
  filters: z.object({ tenant: id, model, user: id, group: id, role: id, entity_group: id }),
  sort: ['name', 'created_at', 'updated_at'],
  permissions: {
    list: 'acl_rule::list',
    read: 'acl_rule::list',
    create: 'acl_rule::update',
    update: 'acl_rule::update',
    delete: 'acl_rule::update',
  },
  actions: {},
})
