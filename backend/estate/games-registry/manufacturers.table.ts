import type { FormColumns } from '../../platform/contract/contract'
import type { manufacturersContract } from './manufacturers.contract'
import type { RegistryEntry } from './registry-entry.table'

declare module '../../platform/db/tables' {
  interface Tables {
    manufacturers: RegistryEntry & FormColumns<typeof manufacturersContract>
  }
}
