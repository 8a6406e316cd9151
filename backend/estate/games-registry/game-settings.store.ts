import { optionalMoneyIn, sharedRefTo } from '../../platform/store/columns'
import { profileOfGame } from './profile-games'
import { gameSettingsContract } from './game-settings.contract'
import { registryStore } from './registry-store'

export const store = registryStore(gameSettingsContract, {
  table: 'game_settings',
  columns: {
    game: sharedRefTo('game_id', 'games', 'name'),
    profile: sharedRefTo('profile_id', 'game_profiles', 'name'),
    denomination: optionalMoneyIn('denomination_minor', 'denomination_currency'),
    credit_limit: optionalMoneyIn('credit_limit_minor', 'credit_limit_currency'),
    handpay_limit: optionalMoneyIn('handpay_limit_minor', 'handpay_limit_currency'),
  },
  faults: ({ db, input: { game: chosen, profile } }) =>
    chosen && profile ? profileOfGame(db, profile, chosen) : Promise.resolve({}),
})
