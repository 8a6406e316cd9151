import { sharedRefTo } from '../../platform/store/columns'
import { machineTypesContract } from './machine-types.contract'
import { registryStore } from './registry-store'

export const store = registryStore(machineTypesContract, {
  table: 'machine_types',
  columns: {
    manufacturer: sharedRefTo('manufacturer_id', 'manufacturers', 'name'),
  },
})
