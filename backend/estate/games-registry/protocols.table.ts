import type { FormColumns } from '../../platform/contract/contract'
import type { protocolsContract } from './protocols.contract'
import type { RegistryEntry } from './registry-entry.table'

declare module '../../platform/db/tables' {
  interface Tables {
    protocols: RegistryEntry & FormColumns<typeof protocolsContract>
  }
}
