/** The common part of the entities of player exclusion. */
import { z } from 'zod'
import { id, instant, reference } from '../../platform/contract/primitives'

export const exclusionFamily = { family: 'player-exclusion-processor' } as const
/** Its lists are about people, also where they name nobody. */
export const exclusionList = { ...exclusionFamily, confidential: 'all' } as const

export const documentType = z.enum(['cnp', 'passport', 'id_card', 'residence'])

export const entityRow = {
  _id: id,
  version: z.number().int(),
  tenant: reference,
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
}

/** pending: from the day after it was registered on. */
export const termState = z.enum(['pending', 'active', 'ended', 'cancelled'])

export const termRow = {
  player: reference,
  document: z.string(),
  location: reference.nullable(),
  state: termState,
  reason: z.string().nullable(),
  valid_from: instant,
  until_date: z.string().nullable(),
  valid_to: instant.nullable(),
  cancelled_at: instant.nullable(),
  cancelled_by: z.string().nullable(),
  cancel_reason: z.string().nullable(),
}

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)
