import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, reference } from '../../platform/contract/primitives'
import {
  entryInput,
  entryPermissions,
  entryRow,
  entrySort,
  maker,
  optional,
  registryEntry,
} from './registry-entry.contract'

const MAX_GAMES = 200

export const gameMixesContract = defineContract({
  ...registryEntry,
  one: 'game_mix',
  many: 'game-mixes',
  row: z.object({
    ...entryRow,
    manufacturer: maker,
    game_count: z.number().int(),
    /** Only in the answer about one mix; lists only count them. */
    games: z.array(reference).optional(),
  }),
  input: z.object({
    ...entryInput,
    manufacturer: optional(id),
    games: z
      .array(id)
      .max(MAX_GAMES)
      .default([])
      .transform(ids => [...new Set(ids)]),
  }),
  /** `game`: the mixes that have it. */
  filters: z.object({ manufacturer: id, game: id }),
  sort: [...entrySort, 'manufacturer', 'game_count'],
  permissions: entryPermissions('gr_game_mix::list_game_mixes', 'gr_game_mix::update'),
  access: {
    'gr_game_mix::list_game_mixes': { kind: 'read', readBy: 'both', narrowed: false },
    'gr_game_mix::update': { kind: 'administering', narrowed: false, systemOnly: true },
  },
  usedBy: [
    { list: 'configuration/slots', filter: 'game_mix' },
    { list: 'alarms/alarm-rules', filter: 'game_mix' },
  ],
  actions: {},
})
