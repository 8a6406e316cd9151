import { derived, moneyIn, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { manualReadingsContract } from './manual-readings.contract'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'

export const manualReadingsStore = defineStore(manualReadingsContract, {
  table: 'manual_readings',
  ownedBy: 'tenant_id',
  columns: {
    state: readOnly('state'),
    kind: readOnly('kind'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    at: readOnly('at'),
    gaming_day: readOnly('gaming_day'),
    meters: derived(['meters'], row => JSON.parse(String(row.meters)) as object),
    cause: readOnly('cause'),
    entered_by: readOnly('entered_by'),
    moved: { ...moneyIn('moved_minor', 'currency'), write: () => ({}) },
    import: readOnly('import_id'),
    effect: derived(['effect'], row => JSON.parse(String(row.effect)) as object),
    taken_back_by: readOnly('taken_back_by'),
    taken_back_at: readOnly('taken_back_at'),
    taken_back_reason: readOnly('taken_back_reason'),
  },
  search: () => [],
  searchedIn: wordsOfItsSlot,
})
