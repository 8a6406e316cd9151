import { sql } from 'kysely'
import { sharedRefTo } from '../../platform/store/columns'
import { gamesContract } from './games.contract'
import { registryStore } from './registry-store'

export const store = registryStore(gamesContract, {
  table: 'games',
  columns: { manufacturer: sharedRefTo('manufacturer_id', 'manufacturers', 'name') },
  names: { mix: null },
  filters: {
    mix: (id: string) =>
      sql<boolean>`t.id in (select m.game_id from game_mix_games m where m.mix_id = ${id})`,
  },
})
