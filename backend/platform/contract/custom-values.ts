/** What records have in fields of their tenant's own: by the field's key, in the member `custom` of row and form. */
import { z } from 'zod'
import { numberSigns, readNumber } from './read-number'

/** Kinds of records that may have them, as the audit log and the addresses of the API name one. */
export const customEntity = z.enum(['slot', 'location', 'smib'])
export type CustomEntity = z.output<typeof customEntity>

export const customKind = z.enum(['text', 'number', 'date', 'choice', 'tags'])
export type CustomKind = z.output<typeof customKind>

/** Of a tenant, archived ones not counted. */
export const MOST_FIELDS = 20
/** Decimals of a number. */
export const MOST_DECIMALS = 6
export const MAX_TEXT = 200
export const MAX_TAG = 30
export const MOST_TAGS = 20

/** What a value is known by in the API and in files; it never changes. */
export const customKey = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'custom_key')

/** Of a number exact decimal digits, of a date `2026-11-20`, of tags a list. */
const value = z.union([z.string(), z.array(z.string())])
export type CustomValue = z.output<typeof value>

/** Of a row: what it has, archived fields included. */
export const customValues = z.record(z.string(), value)
export type CustomValues = z.output<typeof customValues>

/** Its own member: a field may be called as what every object inherits, such as `constructor`. */
export const ownOf = <Value>(values: Readonly<Record<string, Value>> | undefined, key: string) =>
  values && Object.hasOwn(values, key) ? values[key] : undefined

/**
 * Of a form: what is left out stays, null empties it. More than what is not archived may come back as it was read.
 */
export const customInput = z
  .record(
    z.string().max(32),
    z.union([z.string().max(500), z.array(z.string().max(100)).max(MOST_TAGS), z.null()]),
  )
  .refine(values => Object.keys(values).length <= 500, 'too_many')
  .optional()
  .meta({
    description:
      'By key, values of the tenant’s own fields: text, exact decimal digits, a date, a choice, or a list of tags. A value that is not sent stays; null empties it',
  })

/** `key=value`: several of one key mean any of them, several keys all. */
export const customFilter = z
  .string()
  .max(300)
  .regex(/^[a-z][a-z0-9_]{0,31}=[^\u0000-\u001f\u007f]+$/, 'custom_filter')
  .meta({ description: '`key=value`; of a date also `key=2026` and `key=2026-11`' })

/** A filter's two parts. */
export function partsOfFilter(text: string): { key: string; value: string } {
  const at = text.indexOf('=')
  return { key: text.slice(0, at), value: text.slice(at + 1) }
}

const own = z.object({
  tenant: z.string(),
  key: z.string(),
  name: z.string(),
  kind: customKind,
  /** Of a number. */
  decimals: z.number().int(),
  /** Of a choice. */
  choices: z.array(z.string()),
  archived: z.boolean(),
})
/** A field as whoever reads such records knows it. */
export type CustomField = z.output<typeof own>
export const customFieldsAnswer = z.object({ fields: z.array(own) })

/** Whoever may list, open or change the records reads the names of their fields. */
export const customFieldsPath = (entity: CustomEntity): string => `/api/configuration/v1/${entity}-fields`

/** A calendar day, or what it begins with: a year, a month. */
export const isDatePart = (text: string): boolean =>
  /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text) || z.iso.date().safeParse(text).success

/** Of a text that is no number of this kind, a problem's code. */
type NumberRead = { digits: string } | { code: 'not_a_number' | 'ambiguous_number' | 'too_precise' }

/**
 * Digits with exactly so many decimals, so that one number is one text. A program's point is the decimal mark; what is
 * written in another way is read as `typedNumber` does.
 */
export function exactNumber(text: string, decimals: number): NumberRead {
  const plain = text.trim()
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) {
    const typed = typedNumber(plain)
    return 'digits' in typed ? exactNumber(typed.digits, decimals) : typed
  }
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d{1,15})(?:\.(\d+))?$/.exec(plain) ?? []
  if (whole === '') return { code: 'not_a_number' }
  const short = fraction.replace(/0+$/, '')
  if (short.length > decimals) return { code: 'too_precise' }
  const digits = decimals === 0 ? whole : `${whole}.${short.padEnd(decimals, '0')}`
  return { digits: sign && /[1-9]/.test(digits) ? `-${digits}` : digits }
}

/** What people type, in forms, filters and files, as a program writes it: "1.234,50" → "1234.5". "1.234" is refused. */
export function typedNumber(text: string): NumberRead {
  const signs = numberSigns(text)
  const read = signs === undefined ? undefined : readNumber(signs)
  if (read === 'ambiguous') return { code: 'ambiguous_number' }
  if (read === undefined) return { code: 'not_a_number' }
  return { digits: read.fraction === '' ? read.whole : `${read.whole}.${read.fraction}` }
}

/** A stored number so that `typedNumber` reads it as the same: with a zero more where it could be a thousand. */
export const typeableNumber = (digits: string): string =>
  'digits' in typedNumber(digits) ? digits : `${digits}0`
