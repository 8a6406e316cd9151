import type { FormColumns } from '../../platform/contract/contract'
import type { machineTypesContract } from './machine-types.contract'
import type { RegistryEntry } from './registry-entry.table'

declare module '../../platform/db/tables' {
  interface Tables {
    machine_types: RegistryEntry &
      FormColumns<typeof machineTypesContract> & { manufacturer_id: string | null }
  }
}
