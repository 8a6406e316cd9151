import { sharedRefTo } from '../../platform/store/columns'
import { settingsOfGame } from './profile-games'
import { gameProfilesContract } from './game-profiles.contract'
import { registryStore } from './registry-store'

export const store = registryStore(gameProfilesContract, {
  table: 'game_profiles',
  columns: {
    game: sharedRefTo('game_id', 'games', 'name'),
  },
  search: ({ paytable_id, approval_no }) => [paytable_id as string | null, approval_no as string | null],
  faults: ({ db, id, before, input }) =>
    before && before.game_id !== input.game ? settingsOfGame(db, id, input.game) : Promise.resolve({}),
})
