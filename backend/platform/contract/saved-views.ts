/**
 * Saved views (settings family): named states of a list, one's own or shared with the tenant, one default per user and
 * list.
 */
import { z } from 'zod'
import { id, instant, line, reference, referenceInput, sentBackOf, versionInput } from './primitives'
import { pageName } from './settings.contract'

/** Of one user on one list. */
export const MAX_VIEWS = 50

const search = z
  .string()
  .max(4_000)
  .regex(/^[^\u0000-\u001f\u007f?#]*$/, 'invalid')
const name = line(1, 60)

export const savedView = z.object({
  _id: id,
  version: z.number().int(),
  name: z.string(),
  search: z.string(),
  shared: z.boolean(),
  owner: reference,
  /** The reader's own; and whether the reader may change it. */
  own: z.boolean(),
  changeable: z.boolean(),
  updated_at: instant,
})
export type SavedView = z.infer<typeof savedView>

export const viewsOfPage = z.object({
  views: z.array(savedView),
  /** The one that the list opens with for this reader. */
  default_view: id.nullable(),
  /** Name of a default that was deleted or is no longer shared with this reader. */
  lost_default: z.string().nullable(),
})
export type ViewsOfPage = z.infer<typeof viewsOfPage>

export const newView = z.strictObject({
  page: pageName,
  name,
  search,
  shared: z.boolean().default(false),
  is_default: z.boolean().default(false),
})
export const changedView = z.strictObject({
  ...sentBackOf(savedView),
  version: versionInput,
  name: name.optional(),
  search: search.optional(),
  shared: z.boolean().optional(),
})
export const chosenDefault = z.strictObject({ view: referenceInput.nullable() })
