import { userGroupsContract } from '../../../backend/identity/acl/user-groups.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { dateTime, longText, memberOf, several, calledEach, calledOne } from '../../engine/fields'
import { roleName } from '../../i18n/role-name'

export const userGroups = defineResource('user-groups', userGroupsContract, {
  title: 'name',
  fields: {
    note: longText(),
    roles: calledEach(several('roles'), roleName),
    members: several('users'),
    role: calledOne(memberOf('roles'), roleName),
    user: memberOf('users'),
    archived_at: dateTime(),
  },
  list: {
    columns: ['name', 'tenant', 'member_count', 'roles', 'updated_at'],
    more: ['note', 'created_at'],
    filters: ['tenant', 'role', 'user'],
  },
  detail: {
    sections: {
      identity: ['name', 'tenant', 'note'],
      rights: ['roles'],
      record: ['created_at', 'updated_at'],
    },
    related: [{ resource: 'users', filter: 'group', columns: ['username', 'full_name', 'state'] }],
  },
  form: {
    ofSystem: ['tenant'],
    sections: { identity: ['name', 'note', 'tenant'], rights: ['roles'], members: ['members'] },
  },
})
