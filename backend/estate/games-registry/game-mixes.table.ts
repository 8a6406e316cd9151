import type { FormColumns } from '../../platform/contract/contract'
import type { gameMixesContract } from './game-mixes.contract'
import type { RegistryEntry } from './registry-entry.table'

declare module '../../platform/db/tables' {
  interface Tables {
    game_mixes: RegistryEntry &
      FormColumns<typeof gameMixesContract> & { manufacturer_id: string | null; game_count: number }
    game_mix_games: { mix_id: string; game_id: string }
  }
}
