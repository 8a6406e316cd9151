import { permissionsContract } from '../../../backend/identity/acl/permissions.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, dateTime, memberOf, mono, calledOne } from '../../engine/fields'
import { permissionWords } from '../../i18n/permission-words'
import { roleName } from '../../i18n/role-name'

export const permissions = defineResource('permissions', permissionsContract, {
  title: 'name',
  fields: {
    name: mono(),
    entity: mono(),
    kind: choice({ read: '', exporting: '', operating: '', managing: '', administering: '' }),
    role: calledOne(memberOf('roles'), roleName),
    archived_at: dateTime(),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  computed: {
    what: {
      reads: ['name'],
      cell: ({ name }, ctx) => permissionWords(name, ctx.t).whole,
      csvValue: ({ name }, ctx) => permissionWords(name, ctx.t).whole,
    },
  },
  list: {
    columns: ['name', 'what', 'kind', 'system_only'],
    more: ['entity'],
    filters: ['kind', 'role', 'system_only'],
  },
  detail: {
    sections: { identity: ['what', 'kind', 'system_only'] },
    related: [
      { resource: 'roles', filter: 'permission', columns: ['name', 'kind', 'tenant'] },
      { resource: 'users', filter: 'permission', columns: ['username', 'full_name', 'state'] },
    ],
    trail: false,
  },
})
