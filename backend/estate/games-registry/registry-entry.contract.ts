/**
 * The common part of every entry of the games registry; all tenants share them (specification, section 2: Games
 * Registry).
 */
import { z } from 'zod'
import type { Permission } from '../../platform/contract/permissions'
import { line, optionalLines, recordRow, reference } from '../../platform/contract/primitives'

export const registryEntry = { family: 'games-registry', ownedBy: null } as const

export const entryRow = {
  ...recordRow,
  name: z.string(),
  note: z.string().nullable(),
}
export const entryInput = { name: line(1, 60), note: optionalLines(500) }
export const entrySort = ['name', 'created_at', 'updated_at'] as const

/** The catalogue has one permission for every change of an entry. */
export const entryPermissions = <const List extends Permission, const Change extends Permission>(
  list: List,
  change: Change,
) => ({ list, read: list, create: change, update: change, delete: change })

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)

export const maker = reference.nullable()
/** A count that may be unknown. */
export const optionalCount = (max: number) => optional(z.number().int().min(1).max(max))
