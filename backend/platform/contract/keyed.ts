/**
 * Values by a key that rows bring themselves, as meters are by their ids: which keys a file has is known once its rows
 * are.
 */
import { z } from 'zod'

/** A record of values, or entries of which each has an `id` and a `value`. */
export type Keyed = 'record' | 'entries'

/** What is left without "may be missing". */
export function bareSchema(schema: z.ZodType | undefined): z.ZodType | undefined {
  let one = schema
  while (one instanceof z.ZodNullable || one instanceof z.ZodOptional || one instanceof z.ZodDefault)
    one = one.unwrap() as z.ZodType
  return one
}

export function keyedBy(schema: z.ZodType | undefined): Keyed | null {
  const own = bareSchema(schema)
  if (own instanceof z.ZodRecord) return 'record'
  const entry = own instanceof z.ZodArray ? bareSchema(own.element as z.ZodType) : undefined
  return entry instanceof z.ZodObject && 'id' in entry.shape && 'value' in entry.shape ? 'entries' : null
}

/** Of what belongs to a key. */
export function schemaOfKeyed(schema: z.ZodType | undefined): z.ZodType | undefined {
  const own = bareSchema(schema)
  if (own instanceof z.ZodRecord) return bareSchema(own.valueType as z.ZodType)
  const entry = own instanceof z.ZodArray ? bareSchema(own.element as z.ZodType) : undefined
  return entry instanceof z.ZodObject ? bareSchema(entry.shape.value as z.ZodType) : undefined
}

interface Entry {
  id: string
  value: unknown
}

export const keysOf = (by: Keyed, value: unknown): string[] =>
  by === 'record'
    ? Object.keys((value ?? {}) as object)
    : ((value ?? []) as readonly Entry[]).map(({ id }) => id)

export const keyedValue = (by: Keyed, value: unknown, key: string): unknown =>
  by === 'record'
    ? (value as Readonly<Record<string, unknown>> | null | undefined)?.[key]
    : (value as readonly Entry[] | null | undefined)?.find(({ id }) => id === key)?.value

/** More keys are no columns: a board that names meters as it likes would make a table of thousands. */
export const MOST_KEYS = 300

/** Under which a file's units have a column's keys. */
export const keysName = (column: string): string => `${column}.keys`
