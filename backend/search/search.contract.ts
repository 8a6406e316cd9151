/** One search over everything that has a name: slots, SMIBs, locations, tenants. */
import { z } from 'zod'
import { id } from '../contract/primitives'

export const searchKind = z.enum(['slot', 'smib', 'location', 'tenant'])
export type SearchKind = z.infer<typeof searchKind>

/** Of each kind; its own list has the rest. */
export const SHOWN = 8

export const searchAnswer = z.object({
  groups: z
    .array(
      z.object({
        kind: searchKind,
        total: z.number().int(),
        rows: z
          .array(z.object({ _id: id, name: z.string(), where: z.string().nullable(), archived: z.boolean() }))
          .max(SHOWN),
      }),
    )
    .max(searchKind.options.length),
})
export type SearchAnswer = z.output<typeof searchAnswer>
export const SEARCH_PATH = '/api/search/v1/find'
