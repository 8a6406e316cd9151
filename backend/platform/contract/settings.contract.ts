import { z } from 'zod'
import { id, instant, reference, timeZone } from './primitives'

/** A list page's name, as in its URL: slots, acl/users. */
export const pageName = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/)

/** Those of a tenant's own fields have a hyphen in their names: `custom-shelf`. */
const columns = z.array(z.string().regex(/^[a-z_][a-z0-9_-]{0,60}$/)).max(64)

/**
 * The columns that a user sees on a page, in this order; null: none chosen, `inherited` counts; null there too: the
 * page's own.
 */
export const ownColumns = z.object({ columns: columns.nullable(), inherited: columns.nullable() })
export const ownColumnsInput = z.strictObject({
  columns: columns.nullable(),
  /** As it was read; nobody changes it here. */
  inherited: columns.nullish(),
})

/** Of a page, for everybody (role null) or for those who have a role. */
const columnsConfig = z.object({
  page_name: z.string(),
  /** Where the list is in the console; null for what has no address of its own. */
  page_route: z.string().nullable(),
  role: reference.nullable(),
  columns,
  updated_at: instant,
  updated_by: z.string(),
})
export type ColumnsConfig = z.output<typeof columnsConfig>
export const columnsConfigsAnswer = z.object({ columns_configs: z.array(columnsConfig) })
export const columnsConfigInput = z.strictObject({
  /** As they were read: those of the page in the address. */
  page_name: pageName.optional(),
  page_route: z.string().max(200).nullish(),
  role: id.nullable(),
  columns: columns.nullable(),
})

/** Null: no wish. */
export const preferences = z.object({
  language: z.enum(['en', 'ro', 'pt']).optional(),
  theme: z.enum(['light', 'dark', 'contrast', 'system']).optional(),
  density: z.enum(['compact', 'comfortable', 'touch']).nullable().optional(),
  /** False: no key alone goes to the search field. */
  search_key: z.boolean().nullable().optional(),
  rows_per_page: z.number().int().min(1).max(500).nullable().optional(),
  time_zone: timeZone.nullable().optional(),
})
export type Preferences = z.infer<typeof preferences>
