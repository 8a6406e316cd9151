import { aclGroupsContract } from '../../../backend/identity/acl/acl-groups.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, dateTime, longText, several } from '../../engine/fields'

export const aclGroups = defineResource('acl-groups', aclGroupsContract, {
  title: 'name',
  fields: {
    note: longText(),
    model: choice({ tenant: '', location: '', slot: '' }),
    tenants: several('tenants'),
    locations: several('locations'),
    slots: several('slots'),
    archived_at: dateTime(),
  },
  list: {
    columns: ['name', 'model', 'tenant', 'member_count', 'updated_at'],
    more: ['note', 'created_at'],
    filters: ['tenant', 'model'],
  },
  detail: {
    sections: {
      identity: ['name', 'model', 'tenant', 'note'],
      members: ['tenants', 'locations', 'slots'],
      record: ['created_at', 'updated_at'],
    },
    related: [{ resource: 'rules', filter: 'entity_group', columns: ['name', 'user', 'group', 'role'] }],
  },
  form: {
    ofSystem: ['tenant'],
    sections: {
      identity: ['name', 'note', 'tenant', 'model'],
      members: ['tenants', 'locations', 'slots'],
    },
  },
})
