import { z } from 'zod'
import { timeZone } from '../contract/primitives'

/** A list page's name, as in its URL: slots, acl/users. */
export const pageName = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/)

/** The columns that a user sees on a page, in this order; null: the page's own choice. */
export const pageColumns = z.object({
  columns: z
    .array(z.string().regex(/^[a-z_][a-z0-9_]{0,60}$/))
    .max(64)
    .nullable(),
})

/** Null: no wish. */
export const preferences = z.object({
  language: z.enum(['en', 'ro', 'pt']).optional(),
  theme: z.enum(['light', 'dark', 'contrast', 'system']).optional(),
  density: z.enum(['compact', 'comfortable', 'touch']).nullable().optional(),
  rows_per_page: z.number().int().min(1).max(500).nullable().optional(),
  time_zone: timeZone.nullable().optional(),
})
export type Preferences = z.infer<typeof preferences>
