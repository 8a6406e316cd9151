/** Roles: permissions under one name. Those of the release are read-only; a tenant may add its own. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { permissionCatalogue } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import { namedInput, namedRow } from './named-record.contract'

export const roleKind = z.enum(['built_in', 'own'])

export const rolesContract = defineContract({
  family: 'users',
  one: 'role',
  many: 'roles',
  row: z.object({
    ...namedRow,
    kind: roleKind,
    permission_count: z.number().int(),
    /** Named only when one role is read; lists count them. */
    permissions: z.array(z.string()).optional(),
  }),
  input: z.object({
    ...namedInput,
    permissions: z
      .array(z.enum(permissionCatalogue))
      .max(permissionCatalogue.length)
      .refine(list => list.length > 0, 'required')
      .transform(list => [...new Set(list)]),
  }),
  /** `permission`: of the catalogue, roles that have it. */
  filters: z.object({ tenant: id, kind: roleKind, permission: id }),
  sort: ['name', 'created_at', 'updated_at'],
  permissions: {
    list: 'acl_role::list',
    read: 'acl_role::list',
    create: 'acl_role::update',
    update: 'acl_role::update',
    delete: 'acl_role::update',
  },
  usedBy: [
    { list: 'users/users', filter: 'role' },
    { list: 'users/user_groups', filter: 'role' },
    { list: 'users/acl_rules', filter: 'role' },
    { list: 'alarms/alarm-steps', filter: 'role' },
  ],
  actions: {},
})

/**
 * Of every installation and under the same ids in each: their names are words of the product, in its reader's language.
 */
export const builtInRoles = ['administrator', 'manager', 'operator', 'auditor', 'inspector'] as const
export const builtInRoleId = (name: (typeof builtInRoles)[number]): string =>
  (builtInRoles.indexOf(name) + 1).toString(16).padStart(24, '0')
