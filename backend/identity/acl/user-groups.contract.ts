/** Groups of users: roles that come with being a member. Groups do not hold groups, so there is no circle to refuse. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, reference } from '../../platform/contract/primitives'
import { chosenIds, namedInput, namedRow } from '../auth/named-record.contract'

const MAX_MEMBERS = 1_000
const MAX_ROLES = 50

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
    ...namedRow,
    member_count: z.number().int(),
    roles: z.array(reference),
    /** Named only when one group is read; lists count them. */
    members: z.array(reference).optional(),
  }),
  input: z.object({
    ...namedInput,
    roles: chosenIds(MAX_ROLES),
    members: chosenIds(MAX_MEMBERS),
  }),
  filters: z.object({ tenant: id, role: id, user: id }),
  sort: ['name', 'member_count', 'created_at', 'updated_at'],
  usedBy: [{ list: 'alarms/alarm-steps', filter: 'group' }],
  permissions: {
    list: 'acl_user_group::list',
    read: 'acl_user_group::list',
    create: 'acl_user_group::update',
    update: 'acl_user_group::update',
    delete: 'acl_user_group::update',
  },
  actions: {},
})
