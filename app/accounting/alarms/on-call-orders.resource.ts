import { onCallOrdersContract } from '../../../backend/accounting/alarms/on-call-orders.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { integer, lines, timeOfDay, timeZone } from '../../engine/fields'

const turns = ['turn_hours', 'starts_on', 'starts_at', 'time_zone'] as const

/** Who is on call when; the steps that ask for it stand below each. */
export const onCallOrders = defineResource('on-call-orders', onCallOrdersContract, {
  title: 'name',
  fields: {
    people: lines(),
    turn_hours: integer('h'),
    starts_at: timeOfDay(),
    time_zone: timeZone(),
  },
  list: {
    columns: ['name', 'tenant', 'people', ...turns, 'updated_at'],
    more: ['created_at'],
    summary: ['people', 'turn_hours'],
    filters: ['tenant'],
    sort: 'name',
  },
  detail: {
    sections: {
      whom: ['on_call', 'people', 'tenant'],
      turns,
      record: ['created_at', 'updated_at'],
    },
    related: [{ resource: 'alarm-steps', filter: 'order', columns: ['rule', 'minutes'] }],
  },
  form: {
    ofSystem: ['tenant'],
    sections: { identity: ['name', 'tenant'], whom: ['people'], turns },
  },
})
