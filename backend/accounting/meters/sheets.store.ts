import { readOnly, readOnlyRefTo, type ColumnMap } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { sheetEntriesContract } from './sheets.contract'

/** In the slot's own currency; null where nothing was compared. */
const amount = (column: string): ColumnMap => ({
  column,
  of: [column, 'currency'],
  read: row => (row[column] === null ? null : { minor: row[column], currency: row.currency }),
})

export const sheetEntriesStore = defineStore(sheetEntriesContract, {
  table: 'meter_sheet_entries',
  ownedBy: 'tenant_id',
  columns: {
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    day: readOnly('day'),
    read_at: readOnly('read_at'),
    entered_by: readOnly('entered_by'),
    state: readOnly('state'),
    currency: readOnly('currency'),
    read_in: readOnly('read_in'),
    expected_in: readOnly('expected_in'),
    difference_in: amount('difference_in_minor'),
    read_out: readOnly('read_out'),
    expected_out: readOnly('expected_out'),
    difference_out: amount('difference_out_minor'),
    read_jackpot: readOnly('read_jackpot'),
    expected_jackpot: readOnly('expected_jackpot'),
    difference_jackpot: amount('difference_jackpot_minor'),
    absolute: amount('absolute_minor'),
    reason: readOnly('reason'),
  },
  search: ({ entered_by, reason }) => [entered_by as string, reason as string | null],
})
