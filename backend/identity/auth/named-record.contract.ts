/** What roles, groups and rules have in common: a name, a note, and the tenant whose they are, or all tenants'. */
import { z } from 'zod'
import { id, instant, line, optionalLines, reference } from '../../platform/contract/primitives'

export const namedRow = {
  _id: id,
  version: z.number().int(),
  name: z.string(),
  note: z.string().nullable(),
  tenant: reference.nullable(),
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
}

export const namedInput = {
  name: line(2, 60),
  note: optionalLines(500),
  /** A form sends '' where it is all tenants'. */
  tenant: z
    .union([z.literal('').transform(() => null), id])
    .nullish()
    .transform(value => value ?? null),
}

/** Each once, in the order in which they come first. */
export const chosenIds = (most: number) =>
  z
    .array(id)
    .max(most)
    .transform(list => [...new Set(list)])
    .optional()
