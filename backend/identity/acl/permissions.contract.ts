/** The permission catalogue as a list (specification, section 6): what there is to be granted, and who has it. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { permissionGroups } from '../../platform/contract/permissions'
import { id, recordRow } from '../../platform/contract/primitives'

type Kind = keyof typeof permissionGroups
export const permissionKind = z.enum(Object.keys(permissionGroups) as [Kind, ...Kind[]])

export const permissionsContract = defineContract({
  family: 'users',
  one: 'permission',
  many: 'permissions',
  ownedBy: null,
  row: z.object({
    ...recordRow,
    /** As the specification writes it: `slot::lock`. */
    name: z.string(),
    entity: z.string(),
    kind: permissionKind,
    /** Never a tenant's, whatever a role says (ruling 20). */
    system_only: z.boolean(),
  }),
  input: z.object({}),
  /** `role`: permissions that it has. */
  filters: z.object({ kind: permissionKind, role: id, system_only: z.boolean() }),
  sort: ['name', 'entity'],
  permissions: { list: 'acl_permission::list', read: 'acl_permission::list' },
  actions: {},
})
