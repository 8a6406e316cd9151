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

/** Its values may be of several kinds, so that only the values tell which. */
export const isOfAnyKind = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodUnknown || schema instanceof z.ZodUnion

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

/** Under which they have what each key's values are, where the contract does not say it: `<kind> <key>`. */
export const kindsName = (column: string): string => `${column}.kinds`
const kinds = ['INT64', 'DOUBLE', 'BOOLEAN', 'STRING'] as const
export type KeyedKind = (typeof kinds)[number]

/** Of a value that a row brings under a key; undefined of none. */
export const kindOf = (value: unknown): KeyedKind | undefined =>
  value === null || value === undefined
    ? undefined
    : typeof value === 'number'
      ? Number.isSafeInteger(value)
        ? 'INT64'
        : 'DOUBLE'
      : typeof value === 'boolean'
        ? 'BOOLEAN'
        : 'STRING'

/** What takes all values of a key; text where they differ, or where more are there than were written down. */
export function kindOfKey(found: readonly string[] | undefined, key: string): KeyedKind {
  if (!found || found.length > MOST_KEYS) return 'STRING'
  const own = kinds.filter(kind => found.includes(`${kind} ${key}`))
  const [only = 'STRING', ...others] = own
  if (others.length === 0) return only
  return own.every(kind => kind === 'INT64' || kind === 'DOUBLE') ? 'DOUBLE' : 'STRING'
}
