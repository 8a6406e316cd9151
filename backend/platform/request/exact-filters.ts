/** exactFields and exactValues of a list request that is not an entity's. */
import type { z } from 'zod'
import { MAX_FILTER_VALUES, type ExactValue, type ListRequest } from '../contract/list'
import { invalidField } from '../contract/problem'

/**
 * Several values mean any of them: each filter becomes a list. 422 for a filter that does not exist or a value that it
 * cannot have.
 */
export function exactFilters<Shape extends z.ZodRawShape>(
  request: Pick<ListRequest, 'exactFields' | 'exactValues'>,
  filters: z.ZodObject<Shape>,
): { [Name in keyof Shape]?: NonNullable<z.output<Shape[Name]>>[] } {
  const { exactFields, exactValues } = request
  if (exactFields.length !== exactValues.length) throw invalidField('exactValues', 'invalid')
  const read = new Map<string, unknown[]>()
  for (const [index, name] of exactFields.entries()) {
    const schema = Object.hasOwn(filters.shape, name)
      ? (filters.shape[name] as unknown as z.ZodType)
      : undefined
    if (!schema || read.has(name)) throw invalidField(name, schema ? 'repeated' : 'unknown_field')
    read.set(name, valuesOf(name, schema, exactValues[index]))
  }
  return Object.fromEntries(read) as { [Name in keyof Shape]?: NonNullable<z.output<Shape[Name]>>[] }
}

/**
 * Each value once: the second finds nothing that the first did not. The first wrong one ends it, since each costs as
 * much as a hundred good ones.
 */
function valuesOf(name: string, schema: z.ZodType, given: ExactValue | undefined): unknown[] {
  const values = new Set<unknown>()
  for (const value of new Set(Array.isArray(given) ? given : [given])) {
    const one = schema.safeParse(value)
    if (!one.success || one.data === undefined) throw invalidField(name, 'invalid')
    values.add(one.data)
  }
  if (values.size === 0) throw invalidField(name, 'invalid')
  if (values.size > MAX_FILTER_VALUES) throw invalidField(name, 'too_many', { limit: MAX_FILTER_VALUES })
  return [...values]
}
