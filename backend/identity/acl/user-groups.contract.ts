/** Groups of users: roles that come with being a member. Groups do not hold groups, so there is no circle to refuse. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, line, optionalLines, reference } from '../../platform/contract/primitives'

const MAX_MEMBERS = 1_000
const MAX_ROLES = 50
const ties = (most: number) =>
  z
    .array(id)
    .max(most)
    .transform(list => [...new Set(list)])
    .optional()

export const userGroupsContract = defineContract({
  family: 'users',
  one: 'user_group',
  many: 'user_groups',
  confidential: 'all',
  paths: {
    list: 'user-groups',
    get: 'user-group',
    create: 'user-group',
    update: 'user-group',
    delete: 'delete/user-group',
    uses: 'uses/user-group',
  },
  row: z.object({
    _id: id,
    version: z.number().int(),
    name: z.string(),
    note: z.string().nullable(),
    tenant: reference.nullable(),
    member_count: z.number().int(),
    roles: z.array(reference),
    /** Named only when one group is read; lists count them. */
    members: z.array(reference).optional(),
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
    roles: ties(MAX_ROLES),
    members: ties(MAX_MEMBERS),
  }),
  filters: z.object({ tenant: id, role: id, user: id }),
  sort: ['name', 'member_count', 'created_at', 'updated_at'],
  permissions: {
    list: 'acl_user_group::list',
    read: 'acl_user_group::list',
    create: 'acl_user_group::update',
    update: 'acl_user_group::update',
    delete: 'acl_user_group::update',
  },
  actions: {},
})
