import { derived, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { anomaliesContract, anomalyUnits, type AnomalyRule } from './anomalies.contract'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'

export const anomaliesStore = defineStore(anomaliesContract, {
  table: 'anomalies',
  ownedBy: 'tenant_id',
  columns: {
    state: readOnly('state'),
    rule: readOnly('rule'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    first_at: readOnly('first_at'),
    last_at: readOnly('last_at'),
    count: readOnly('count'),
    value: readOnly('value'),
    threshold: readOnly('threshold'),
    unit: derived(['rule'], ({ rule }) => anomalyUnits[rule as AnomalyRule]),
    currency: readOnly('currency'),
    acknowledged_by: readOnly('acknowledged_by'),
    acknowledged_at: readOnly('acknowledged_at'),
    cleared_by: readOnly('cleared_by'),
    cleared_at: readOnly('cleared_at'),
    cleared_reason: readOnly('cleared_reason'),
    assignee: readOnly('assignee'),
    due_on: readOnly('due_on'),
  },
  search: () => [],
  searchedIn: wordsOfItsSlot,
})
