import { sql } from 'kysely'
import { absent, readOnly, sharedRefTo } from '../../platform/store/columns'
import { namedGames, removeGames, saveGames } from './mix-games'
import { gameMixesContract } from './game-mixes.contract'
import { registryStore } from './registry-store'

export const store = registryStore(gameMixesContract, {
  table: 'game_mixes',
  columns: {
    manufacturer: sharedRefTo('manufacturer_id', 'manufacturers', 'name'),
    game_count: readOnly('game_count'),
    games: absent,
  },
  names: { game: null },
  filters: {
    game: (id: string) =>
      sql<boolean>`t.id in (select m.mix_id from game_mix_games m where m.game_id = ${id})`,
  },
  more: ({ db }, row) => namedGames(db, row),
  prepare: ({ db, id, input }) => saveGames(db, id, input.games),
  unlink: removeGames,
})
