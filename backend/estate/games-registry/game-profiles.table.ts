import type { FormColumns } from '../../platform/contract/contract'
import type { gameProfilesContract } from './game-profiles.contract'
import type { RegistryEntry } from './registry-entry.table'

declare module '../../platform/db/tables' {
  interface Tables {
    game_profiles: RegistryEntry & FormColumns<typeof gameProfilesContract> & { game_id: string }
  }
}
