import { rolesContract } from '../../../backend/identity/auth/roles.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, dateTime, longText, memberOf, ownName } from '../../engine/fields'
import { permissionChoices } from './permission-choices'
import { roleName } from '../../i18n/role-name'

export const roles = defineResource('roles', rolesContract, {
  title: 'name',
  named: roleName,
  state: 'kind',
  fields: {
    name: ownName(roleName),
    note: longText(),
    kind: choice({ built_in: 'muted', own: '' }),
    permissions: permissionChoices(),
    permission: memberOf('permissions'),
    archived_at: dateTime(),
  },
  list: {
    columns: ['name', 'kind', 'tenant', 'permission_count', 'note', 'updated_at'],
    more: ['created_at'],
    filters: ['tenant', 'kind', 'permission'],
  },
  detail: {
    sections: {
      identity: ['name', 'kind', 'tenant', 'note'],
      rights: ['permissions'],
      record: ['created_at', 'updated_at'],
    },
    long: ['rights'],
    related: [
      { resource: 'users', filter: 'role', columns: ['username', 'full_name', 'state'] },
      { resource: 'user-groups', filter: 'role', columns: ['name', 'member_count'] },
    ],
  },
  form: {
    ofSystem: ['tenant'],
    sections: { identity: ['name', 'note', 'tenant'], rights: ['permissions'] },
    when: role => role.kind === 'own',
  },
})
