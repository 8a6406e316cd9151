import { slotGroupsContract } from '../../../backend/estate/entity-groups/entity-groups.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, linkTo } from '../../engine/fields'
import { groupFields } from './group-fields'
import { groupTabs } from './tabs'

export const slotsGroups = defineResource('slots-groups', slotGroupsContract, {
  title: 'name',
  fields: {
    ...groupFields('slots'),
    rule_tenant: linkTo('tenants'),
    rule_location: linkTo('locations'),
    rule_status: choice({ active: 'good', locked: 'locked', maintenance: 'warn' }),
    rule_state: choice({ online: 'good', stale: 'warn', offline: 'bad', never: 'muted' }),
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
      rule: ['rule_query', 'rule_tenant', 'rule_location', 'rule_manufacturer', 'rule_status', 'rule_state'],
      members: ['members', 'excluded'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    related: [
      {
        resource: 'slots',
        filter: 'group',
        columns: ['serial', 'location', 'position', 'condition', 'last_seen_at'],
      },
    ],
  },
  form: {
    sections: {
      identity: ['name', 'description', 'tenant'],
      rule: ['rule_query', 'rule_tenant', 'rule_location', 'rule_manufacturer', 'rule_status', 'rule_state'],
      members: ['members', 'excluded'],
    },
  },
})
