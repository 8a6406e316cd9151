import { tenantGroupsContract } from '../../../backend/estate/entity-groups/entity-groups.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { code } from '../../engine/fields'
import { groupFields } from './group-fields'
import { groupTabs } from './tabs'

export const tenantsGroups = defineResource('tenants-groups', tenantGroupsContract, {
  title: 'name',
  fields: {
    ...groupFields('tenants'),
    rule_currency: code(['RON', 'EUR']),
  },
  list: {
    columns: ['name', 'description', 'size', 'updated_at'],
    summary: ['description', 'size'],
    filters: ['archived'],
    tabs: groupTabs,
  },
  detail: {
    sections: {
      identity: ['name', 'description', 'size'],
      rule: ['rule_query', 'rule_currency'],
      members: ['members', 'excluded'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    related: [{ resource: 'tenants', filter: 'group', columns: ['name', 'login_host', 'currency'] }],
  },
  form: {
    sections: {
      identity: ['name', 'description'],
      rule: ['rule_query', 'rule_currency'],
      members: ['members', 'excluded'],
    },
  },
})
