/** One search over everything that has a name or a code: slots, SMIBs, locations, tenants, users, sealed reports. */
import { z } from 'zod'
import type { PermissionRule } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'

export const searchKind = z.enum([
  'slot',
  'smib',
  'location',
  'tenant',
  'user',
  'daily_report',
  'monthly_report',
])
export type SearchKind = z.infer<typeof searchKind>

/** The most results of each kind; its own list has the rest. */
export const SHOWN = 8

export const searchAnswer = z.object({
  groups: z
    .array(
      z.object({
        kind: searchKind,
        total: z.number().int(),
        rows: z
          .array(
            z.object({
              _id: id,
              /** The last part of its page's address: its id, or a report's month and location. */
              ref: z.string(),
              name: z.string(),
              where: z.string().nullable(),
              archived: z.boolean(),
            }),
          )
          .max(SHOWN),
      }),
    )
    .max(searchKind.options.length),
})
export type SearchAnswer = z.output<typeof searchAnswer>
/** Whoever may see one kind may search; other kinds are left out. */
export const searchRule = {
  any: [
    'slot::list',
    'smib::list',
    'location::list',
    'tenant::list',
    'acl_user::list',
    'location::list_fiscal_reports',
    'location::list_monthly_fiscal_reports',
  ],
} as const satisfies PermissionRule
export const SEARCH_PATH = '/api/search/v1/find'
