import { z } from 'zod'
import { across, type Faults } from '../../platform/contract/across'
import { defineContract } from '../../platform/contract/contract'
import { id, optionalLine, reference } from '../../platform/contract/primitives'
import {
  entryInput,
  entryPermissions,
  entryRow,
  entrySort,
  optional,
  optionalCount,
  registryEntry,
} from './registry-entry.contract'

const count = z.number().int().nullable()
const MOST_CREDITS = 1_000_000

/** A game as it is set to pay (domain notes, section 10). Bets are credits. */
export const gameProfilesContract = defineContract({
  ...registryEntry,
  one: 'game_profile',
  many: 'game-profiles',
  row: z.object({
    ...entryRow,
    game: reference,
    paytable_id: z.string().nullable(),
    /** Basis points. */
    theoretical_rtp: z.number().int(),
    min_bet: count,
    max_bet: count,
    lines: count,
    denominations: z.string().nullable(),
    volatility: count,
    progressive: z.boolean(),
    software_version: z.string().nullable(),
    software_signature: z.string().nullable(),
    approval_no: z.string().nullable(),
  }),
  input: across(
    z.object({
      ...entryInput,
      game: id,
      /** As SAS long polls 53 and B5 tell it: six characters. */
      paytable_id: optional(z.string().regex(/^[\x21-\x7e]{1,6}$/, 'paytable')),
      theoretical_rtp: z.number().int().min(8_000).max(9_800),
      min_bet: optionalCount(MOST_CREDITS),
      max_bet: optionalCount(MOST_CREDITS),
      lines: optionalCount(1_000),
      denominations: optionalLine(60),
      volatility: optionalCount(5),
      progressive: z.boolean().default(false),
      software_version: optionalLine(40),
      software_signature: optionalLine(80),
      approval_no: optionalLine(40),
    }),
    ({ min_bet, max_bet }): Faults =>
      min_bet != null && max_bet != null && max_bet < min_bet
        ? { max_bet: [{ code: 'too_small', params: { min: min_bet } }] }
        : {},
  ),
  filters: z.object({ game: id, progressive: z.boolean() }),
  sort: [...entrySort, 'game', 'theoretical_rtp', 'volatility'],
  permissions: entryPermissions('gr_game_profile::list_game_profiles', 'gr_game_profile::update'),
  access: {
    'gr_game_profile::list_game_profiles': { kind: 'read', readBy: 'both', narrowed: false },
    'gr_game_profile::update': { kind: 'administering', narrowed: false, systemOnly: true },
  },
  usedBy: [{ list: 'games-registry/game-settings', filter: 'profile' }],
  actions: {},
})
