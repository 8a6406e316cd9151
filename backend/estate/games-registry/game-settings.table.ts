import type { FormColumns } from '../../platform/contract/contract'
import type { gameSettingsContract } from './game-settings.contract'
import type { RegistryEntry } from './registry-entry.table'

declare module '../../platform/db/tables' {
  interface Tables {
    game_settings: RegistryEntry &
      FormColumns<typeof gameSettingsContract> & {
        game_id: string | null
        profile_id: string | null
        denomination_minor: number | null
        denomination_currency: string | null
        credit_limit_minor: number | null
        credit_limit_currency: string | null
        handpay_limit_minor: number | null
        handpay_limit_currency: string | null
      }
  }
}
