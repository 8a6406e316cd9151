import { locationGroupsContract } from '../../../backend/estate/entity-groups/entity-groups.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, dateTime, integer, linkTo, longText, several, text } from '../../engine/fields'
import { groupTabs } from './tabs'

export const locationsGroups = defineResource('locations-groups', locationGroupsContract, {
  title: 'name',
  fields: {
    name: text(),
    description: longText(),
    tenant: linkTo('tenants'),
    size: integer(),
    chosen: integer(),
    left_out: integer(),
    members: several('locations'),
    excluded: several('locations'),
    rule_query: text(),
    rule_tenant: linkTo('tenants'),
    rule_county: text(),
    rule_city: text(),
    archived_at: dateTime(),
    created_at: dateTime(),
    updated_at: age(),
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
