import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, money, reference } from '../../platform/contract/primitives'
import {
  entryInput,
  entryPermissions,
  entryRow,
  entrySort,
  optional,
  optionalCount,
  registryEntry,
} from './registry-entry.contract'

const amount = money.refine(value => value.minor >= 1 && value.minor <= 100_000_000, 'amount')
const optionalAmount = optional(amount)

/**
 * With which limits a game is operated. The specification names the list only; these are the settings that slots have
 * in their own menus.
 */
export const gameSettingsContract = defineContract({
  ...registryEntry,
  one: 'game_setting',
  many: 'game-settings',
  row: z.object({
    ...entryRow,
    game: reference.nullable(),
    profile: reference.nullable(),
    denomination: money.nullable(),
    /** In credits. */
    max_bet: z.number().int().nullable(),
    /** Credits are worth at most this much; beyond it the slot takes no money. */
    credit_limit: money.nullable(),
    /** A win of this much is paid by hand. */
    handpay_limit: money.nullable(),
    gamble: z.boolean(),
    autoplay: z.boolean(),
  }),
  input: z.object({
    ...entryInput,
    game: optional(id),
    profile: optional(id),
    denomination: optionalAmount,
    max_bet: optionalCount(1_000_000),
    credit_limit: optionalAmount,
    handpay_limit: optionalAmount,
    gamble: z.boolean().default(false),
    autoplay: z.boolean().default(false),
  }),
  filters: z.object({ game: id, profile: id, gamble: z.boolean(), autoplay: z.boolean() }),
  sort: [...entrySort, 'game', 'profile', 'max_bet'],
  permissions: entryPermissions('gr_game_settings::list_game_settings', 'gr_game_settings::update'),
  access: {
    'gr_game_settings::list_game_settings': { kind: 'read', readBy: 'both', narrowed: false },
    'gr_game_settings::update': { kind: 'administering', narrowed: false, systemOnly: true },
  },
  actions: {},
})
