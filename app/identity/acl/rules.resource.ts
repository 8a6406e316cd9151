import { aclRulesContract } from '../../../backend/identity/acl/rules.contract'
import { defineResource } from '../../engine/definition/define-resource'
import {
  choice,
  dateTime,
  wholeLines,
  linkTo,
  longText,
  memberOf,
  several,
  calledOne,
} from '../../engine/fields'
import { roleName } from '../../i18n/role-name'

export const rules = defineResource('rules', aclRulesContract, {
  title: 'name',
  fields: {
    note: longText(),
    model: choice({ tenant: '', location: '', slot: '' }),
    group: linkTo('user-groups'),
    role: calledOne(linkTo('roles'), roleName),
    conditions: wholeLines(),
    groups: several('acl-groups'),
    entity_group: memberOf('acl-groups'),
    archived_at: dateTime(),
  },
  list: {
    columns: ['name', 'model', 'user', 'group', 'role', 'conditions', 'groups', 'tenant'],
    more: ['note', 'created_at', 'updated_at'],
    filters: ['tenant', 'model', 'user', 'group', 'role', 'entity_group'],
  },
  detail: {
    sections: {
      identity: ['name', 'tenant', 'note'],
      subject: ['user', 'group', 'role'],
      sees: ['model', 'conditions', 'groups'],
      record: ['created_at', 'updated_at'],
    },
  },
  form: {
    ofSystem: ['tenant'],
    sections: {
      identity: ['name', 'note', 'tenant'],
      subject: ['user', 'group', 'role'],
      sees: ['model', 'conditions', 'groups'],
    },
  },
})
