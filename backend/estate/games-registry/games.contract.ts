import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id } from '../../platform/contract/primitives'
import {
  entryInput,
  entryPermissions,
  entryRow,
  entrySort,
  maker,
  optional,
  registryEntry,
} from './registry-entry.contract'

export const gameKind = z.enum(['reels', 'roulette', 'cards', 'dice', 'keno', 'other'])

export const gamesContract = defineContract({
  ...registryEntry,
  one: 'game',
  many: 'games',
  row: z.object({ ...entryRow, manufacturer: maker, kind: gameKind }),
  input: z.object({ ...entryInput, manufacturer: optional(id), kind: gameKind.default('reels') }),
  /** `mix`: the games of a game mix. */
  filters: z.object({ manufacturer: id, kind: gameKind, mix: id }),
  sort: [...entrySort, 'manufacturer', 'kind'],
  permissions: entryPermissions('gr_game::list_games', 'gr_game::update'),
  access: {
    'gr_game::list_games': { kind: 'read', readBy: 'both', narrowed: false },
    'gr_game::update': { kind: 'administering', narrowed: false, systemOnly: true },
  },
  usedBy: [
    { list: 'games-registry/game-mixes', filter: 'game' },
    { list: 'games-registry/game-profiles', filter: 'game' },
    { list: 'games-registry/game-settings', filter: 'game' },
  ],
  actions: {},
})
