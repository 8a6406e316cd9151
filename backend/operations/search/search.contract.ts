/** One search over everything that has a name, a number or a code. */
import { z } from 'zod'
import { gameMixesContract } from '../../estate/games-registry/game-mixes.contract'
import { gameProfilesContract } from '../../estate/games-registry/game-profiles.contract'
import { gamesContract } from '../../estate/games-registry/games.contract'
import { machineTypesContract } from '../../estate/games-registry/machine-types.contract'
import { manufacturersContract } from '../../estate/games-registry/manufacturers.contract'
import type { PermissionRule } from '../../platform/contract/permissions'
import { id, money } from '../../platform/contract/primitives'

export const searchKind = z.enum([
  'slot',
  'smib',
  'location',
  'tenant',
  'handpay',
  'jackpot',
  'jackpot_level',
  'jackpot_win',
  'payment',
  'remote_cashout',
  'player',
  'user',
  'daily_report',
  'monthly_report',
  'game',
  'game_profile',
  'game_mix',
  'machine_type',
  'manufacturer',
  'display_channel',
  'display',
  'tenant_group',
  'location_group',
  'slot_group',
  'task',
  'bulk_job',
])
export type SearchKind = z.infer<typeof searchKind>

/** The most results of each kind; its own list has the rest. */
export const SHOWN = 5

export const searchAnswer = z.object({
  groups: z
    .array(
      z.object({
        kind: searchKind,
        total: z.number().int(),
        /** Its list does not find them by the same words. */
        unlisted: z.literal(true).optional(),
        rows: z
          .array(
            z.object({
              _id: id,
              /** The last part of its page's address: its id, or a report's month and location. */
              ref: z.string(),
              name: z.string(),
              where: z.string().nullable(),
              /** Of a handpay, a win or a payment. */
              amount: money.nullable(),
              archived: z.boolean(),
            }),
          )
          .max(SHOWN),
      }),
    )
    .max(searchKind.options.length),
})
export type SearchAnswer = z.output<typeof searchAnswer>
export type SearchGroup = SearchAnswer['groups'][number]

/** Whoever may see one kind may search; other kinds are left out. */
export const searchRule = {
  any: [
    'slot::list',
    'smib::list',
    'location::list',
    'tenant::list',
    'slot::get',
    'jackpot::list',
    'slot::get_payment_transactions',
    'slot::remote_cashout_list',
    'pe_player::list_players',
    'acl_user::list',
    'location::list_fiscal_reports',
    'location::list_monthly_fiscal_reports',
    ...[
      gamesContract,
      gameProfilesContract,
      gameMixesContract,
      machineTypesContract,
      manufacturersContract,
    ].map(({ permissions }) => permissions.list),
    'tenant_entity_group::list',
    'location_entity_group::list',
    'slot_entity_group::list',
    { all: ['task_current::list', 'task_completed::list'] },
    'tenant::lock_unlock_multiple_slots',
  ],
} satisfies PermissionRule
export const SEARCH_PATH = '/api/search/v1/find'
