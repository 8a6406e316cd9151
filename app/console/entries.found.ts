/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { PermissionRule } from '../../backend/platform/contract/permissions'
import { gameMixesContract } from '../../backend/estate/games-registry/game-mixes.contract'
import { gameProfilesContract } from '../../backend/estate/games-registry/game-profiles.contract'
import { gameSettingsContract } from '../../backend/estate/games-registry/game-settings.contract'
import { gamesContract } from '../../backend/estate/games-registry/games.contract'
import { machineTypesContract } from '../../backend/estate/games-registry/machine-types.contract'
import { manufacturersContract } from '../../backend/estate/games-registry/manufacturers.contract'
import { protocolsContract } from '../../backend/estate/games-registry/protocols.contract'
import { blacklistsContract } from '../../backend/players/player-exclusion/blacklists.contract'
import { onjnExclusionsContract } from '../../backend/players/player-exclusion/onjn-exclusions.contract'
import { playerScansContract } from '../../backend/players/player-exclusion/player-scans.contract'
import { playersContract } from '../../backend/players/player-exclusion/players.contract'
import { selfExclusionsContract } from '../../backend/players/player-exclusion/self-exclusions.contract'

export const foundEntries: readonly { key: string; path: string; rule: PermissionRule }[] = [
  { key: 'game-mixes', path: '/games-registry/game-mixes', rule: gameMixesContract.permissions.list },
  { key: 'game-profiles', path: '/games-registry/game-profiles', rule: gameProfilesContract.permissions.list },
  { key: 'game-settings', path: '/games-registry/game-settings', rule: gameSettingsContract.permissions.list },
  { key: 'games', path: '/games-registry/games', rule: gamesContract.permissions.list },
  { key: 'machine-types', path: '/games-registry/machine-types', rule: machineTypesContract.permissions.list },
  { key: 'manufacturers', path: '/games-registry/manufacturers', rule: manufacturersContract.permissions.list },
  { key: 'protocols', path: '/games-registry/protocols', rule: protocolsContract.permissions.list },
  { key: 'blacklists', path: '/player-exclusion/blacklists', rule: blacklistsContract.permissions.list },
  { key: 'onjn-exclusions', path: '/player-exclusion/onjn-exclusions', rule: onjnExclusionsContract.permissions.list },
  { key: 'player-scans', path: '/player-exclusion/player-scans', rule: playerScansContract.permissions.list },
  { key: 'players', path: '/player-exclusion/players', rule: playersContract.permissions.list },
  { key: 'self-exclusions', path: '/player-exclusion/self-exclusions', rule: selfExclusionsContract.permissions.list },
]
