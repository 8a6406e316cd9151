import { derived, optionalMoneyIn, readOnly, readOnlyRefTo } from '../db/columns'
import { defineStore } from '../db/store'
import { repairsContract } from './repairs.contract'

const { read: readProposed } = optionalMoneyIn('proposed_minor', 'currency')

export const repairsStore = defineStore(repairsContract, {
  table: 'repairs',
  ownedBy: 'tenant_id',
  columns: {
    state: readOnly('state'),
    kind: readOnly('kind'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    game_nr: readOnly('game_nr'),
    crossing: readOnly('crossing'),
    last_at: readOnly('last_at'),
    until: readOnly('until'),
    meter: readOnly('meter'),
    value_before: readOnly('value_before'),
    value_after: readOnly('value_after'),
    proposed: derived((row, now) => readProposed(row, now, 'proposed')),
    waiting: derived(row => row.waiting !== null),
  },
  search: () => [],
})
