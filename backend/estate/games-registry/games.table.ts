import type { FormColumns } from '../../platform/contract/contract'
import type { gamesContract } from './games.contract'
import type { RegistryEntry } from './registry-entry.table'

declare module '../../platform/db/tables' {
  interface Tables {
    games: RegistryEntry & FormColumns<typeof gamesContract> & { manufacturer_id: string | null }
  }
}
