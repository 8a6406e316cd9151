import { sql } from 'kysely'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'
import { readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { alarmsContract } from './alarms.contract'

export const alarmsStore = defineStore(alarmsContract, {
  table: 'alarms',
  columns: {
    state: readOnly('state'),
    rule: readOnlyRefTo('rule_id', 'alarm_rules', 'name'),
    severity: readOnly('severity'),
    watched: readOnly('watched'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    since: readOnly('since'),
    value: readOnly('value'),
    threshold: readOnly('threshold'),
    unit: readOnly('unit'),
    currency: readOnly('currency'),
    cleared_at: readOnly('cleared_at'),
    cleared_by: readOnly('cleared_by'),
    acknowledged_by: readOnly('acknowledged_by'),
    acknowledged_at: readOnly('acknowledged_at'),
    acknowledged_note: readOnly('acknowledged_note'),
    escalated_after: readOnly('escalated_after'),
  },
  filters: {
    acknowledged: (value: boolean) =>
      value ? sql<boolean>`t.acknowledged_at is not null` : sql<boolean>`t.acknowledged_at is null`,
  },
  search: () => [],
  searchedIn: wordsOfItsSlot,
})
