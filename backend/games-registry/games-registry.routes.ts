import type { Api } from '../http/api'
import { crud } from '../http/crud'
import {
  gameMixesStore,
  gameProfilesStore,
  gameSettingsStore,
  gamesStore,
  machineTypesStore,
  manufacturersStore,
  protocolsStore,
} from './games-registry.stores'

export function register(api: Api): void {
  crud(api, manufacturersStore)
  crud(api, machineTypesStore)
  crud(api, gamesStore)
  crud(api, gameMixesStore)
  crud(api, gameProfilesStore)
  crud(api, protocolsStore)
  crud(api, gameSettingsStore)
}
