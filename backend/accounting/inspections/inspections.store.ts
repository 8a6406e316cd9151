import { readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { inspectionsContract } from './inspections.contract'

export const inspectionsStore = defineStore(inspectionsContract, {
  table: 'inspections',
  ownedBy: 'tenant_id',
  columns: {
    looked_by: readOnly('looked_by'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    shape: readOnly('shape'),
    slots: readOnly('slots'),
    address: readOnly('address'),
  },
  search: ({ looked_by, address }) => [looked_by as string, address as string | null],
})
