/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
export const foundPaths = {
  'game-mixes': '/games-registry/game-mixes',
  'game-profiles': '/games-registry/game-profiles',
  'game-settings': '/games-registry/game-settings',
  games: '/games-registry/games',
  'machine-types': '/games-registry/machine-types',
  manufacturers: '/games-registry/manufacturers',
  protocols: '/games-registry/protocols',
  blacklists: '/player-exclusion/blacklists',
  'onjn-exclusions': '/player-exclusion/onjn-exclusions',
  'player-scans': '/player-exclusion/player-scans',
  players: '/player-exclusion/players',
  'self-exclusions': '/player-exclusion/self-exclusions',
} as const
