import { locationGroupsContract } from '../../../backend/estate/entity-groups/entity-groups.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { linkTo } from '../../engine/fields'
import { groupFields } from './group-fields'
import { groupTabs } from './tabs'

export const locationsGroups = defineResource('locations-groups', locationGroupsContract, {
  title: 'name',
  fields: {
    ...groupFields('locations'),
    rule_tenant: linkTo('tenants'),
  },
  list: {
    columns: ['name', 'tenant', 'description', 'size', 'updated_at'],
    summary: ['description', 'size'],
    filters: ['tenant', 'archived'],
    tabs: groupTabs,
  },
  detail: {
    sections: {
      identity: ['name', 'tenant', 'description', 'size'],
      rule: ['rule_query', 'rule_tenant', 'rule_county', 'rule_city'],
      members: ['members', 'excluded'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    related: [{ resource: 'locations', filter: 'group', columns: ['name', 'code', 'tenant', 'city'] }],
  },
  form: {
    sections: {
      identity: ['name', 'description', 'tenant'],
      rule: ['rule_query', 'rule_tenant', 'rule_county', 'rule_city'],
      members: ['members', 'excluded'],
    },
  },
})
