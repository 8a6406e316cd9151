import { derived, readOnly, readOnlyRefTo, type ColumnMap } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { machineMetersContract } from './meters.contract'

/** An amount in the slot's own currency; null where there is none. */
const amount = (column: string): ColumnMap => ({
  column,
  of: [column, 'currency'],
  read: row => (row[column] === null ? null : { minor: row[column], currency: row.currency }),
})

/** Every slot's counters: `machine_meters` is a view of the slots with their stored counter setup. */
export const machineMetersStore = defineStore(machineMetersContract, {
  table: 'machine_meters',
  rowsOf: 'slots',
  ownedBy: 'tenant_id',
  columns: {
    serial: readOnly('serial'),
    slot: derived(['serial'], row => ({ _id: row.id, name: row.serial })),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    position: readOnly('position'),
    currency: readOnly('currency'),
    price_per_impulse_minor: readOnly('price_per_impulse_minor'),
    factor_in: readOnly('factor_in'),
    factor_out: readOnly('factor_out'),
    factor_jackpot: readOnly('factor_jackpot'),
    mech_in: readOnly('mech_in'),
    mech_out: readOnly('mech_out'),
    mech_jackpot: readOnly('mech_jackpot'),
    set_at: readOnly('set_at'),
    verdict: readOnly('verdict'),
    difference_in: amount('difference_in_minor'),
    difference_out: amount('difference_out_minor'),
    difference_jackpot: amount('difference_jackpot_minor'),
    compared_from: readOnly('compared_from'),
    compared_to: readOnly('compared_to'),
    compared_at: readOnly('compared_at'),
  },
  search: () => [],
})
