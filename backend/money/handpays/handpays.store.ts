import { wordsOfItsRecords } from '../../platform/db/words-of'
import { optionalMoneyIn, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { handpaysContract } from './handpays.contract'

const { write: _write, ...amount } = optionalMoneyIn('amount_minor', 'currency')

/**
 * One leaves the list when its slot is reset, in whichever order the events arrive
 * (`pending-handpays.service.ts`).
 */
export const handpaysStore = defineStore(handpaysContract, {
  table: 'handpays',
  rowsOf: 'handpays',
  ownedBy: 'tenant_id',
  columns: {
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    position: readOnly('position'),
    kind: readOnly('kind'),
    amount,
    since: readOnly('since'),
    win: readOnlyRefTo('win_id', 'jackpot_wins', 'number'),
    paid_by: readOnly('paid_by'),
    paid_at: readOnly('paid_at'),
    remarks: readOnly('remarks'),
  },
  search: () => [],
  searchedIn: wordsOfItsRecords({ slots: 'slot_id', locations: 'location_id' }),
})
