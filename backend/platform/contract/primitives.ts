/** The shapes every contract is made of. Wire formats are decided here and nowhere else. */
import { z } from 'zod'
import { canonicalZone, isTimeZone } from './time-zone'
import {
  bare,
  BLANK,
  demandLine,
  demandLines,
  LINE_PATTERN,
  LINES_PATTERN,
  onOneLine,
  withOneLineEnd,
} from './typed-text'

/** 24 lower-case hexadecimal characters (ruling 23). */
export const id = z.string().regex(/^[0-9a-f]{24}$/, 'id')

/** The owner of what belongs to no tenant: system users, system settings. */
export const SYSTEM_TENANT = '0'.repeat(24)

/** UTC epoch milliseconds. */
export const instant = z.number().int()

/** What every record has, in the row of its contract. */
export const recordRow = {
  _id: id,
  version: z.number().int(),
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
}

/** Nanoseconds since the epoch as decimal digits: larger than a JavaScript number can hold exactly. */
export const nanoseconds = z.string().regex(/^\d{1,19}$/, 'nanoseconds')

/** Another entity, named: enough to show and to link. */
export const reference = z.object({ _id: id, name: z.string() })
export type Reference = z.infer<typeof reference>

/** Another entity by name, with its id where there is such an entry. */
export const namedReference = z.object({ _id: id.nullable(), name: z.string() })
export type NamedReference = z.infer<typeof namedReference>

/** What cannot be written is taken when it is sent back, and not used (ruling 37). */
export const sentBack = z
  .unknown()
  .optional()
  .meta({ readOnly: true, description: 'Taken when it is sent back as it was read, and not used' })
/** Every member of a row, for the body of its PUT; typed by one that each has. */
export const sentBackOf = (row: z.ZodObject) =>
  Object.fromEntries(['id', ...Object.keys(row.shape)].map(name => [name, sentBack])) as {
    _id: typeof sentBack
  }

/** Another entity by its id, or as a row names it. */
export const referenceInput = z.union([
  id,
  z.looseObject({ _id: id }).transform(({ _id }) => _id),
  z.looseObject({ _id: z.null(), name: z.string().max(200) }).transform(({ name }) => name),
])

/** Of a PUT. */
export const versionInput = z.number().int().min(0).optional().meta({
  description: 'The one that was read: 409 when there is a newer one. Without it the newest is changed',
})

/** ISO 4217 code. */
export const currency = z.enum(['RON', 'EUR'])

/** An amount in the currency's smallest unit (ruling 29): 1.50 RON is { minor: 150, currency: 'RON' }. */
export const money = z.object({ minor: z.number().int(), currency })
export type Money = z.infer<typeof money>
/** What several amounts are counted in, as a file names it. */
export const currenciesOf = (amounts: readonly { currency: string }[]): string =>
  amounts.map(one => one.currency).join(' / ')

/** 1 basis point = 0.01 %: 95.5 % is 9550. */
export const basisPoints = z.number().int().min(0).max(10_000)

/** Made once for the same limits: hundreds of fields have one of a few. */
function once<Limits extends number[], Schema>(
  make: (...limits: Limits) => Schema,
): (...limits: Limits) => Schema {
  const made = new Map<string, Schema>()
  return (...limits) => {
    const key = limits.join()
    const known = made.get(key) ?? make(...limits)
    made.set(key, known)
    return known
  }
}

/** A short line that a person types: trimmed, with no characters that cannot be seen (`typed-text.ts`). */
export const line = once((min: number, max: number) =>
  z.string().overwrite(bare).min(min).max(max).superRefine(demandLine).meta({ pattern: LINE_PATTERN }),
)

/** A line that is typed where there is room for several, such as a reason: what stands on several lines is one here. */
export const sentence = once((min: number, max: number) =>
  z
    .string()
    .overwrite(text => onOneLine(bare(text)))
    .min(min)
    .max(max)
    .superRefine(demandLine)
    .meta({ pattern: LINES_PATTERN }),
)

/** What somebody writes, on as many lines as they like. */
export const paragraphs = once((max: number) =>
  z
    .string()
    .overwrite(text => withOneLineEnd(bare(text)))
    .min(1)
    .max(max)
    .superRefine(demandLines)
    .meta({ pattern: LINES_PATTERN }),
)

/** `abort`: of what is not blank, only the other shape's problems are reported. */
const blank = z.string().max(200).regex(BLANK, { abort: true })

/** What may be left out; an empty field is stored as null. */
const orNull = (schema: z.ZodString) =>
  z
    .union([blank.transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)

export const optionalLine = once((max: number) => orNull(line(1, max)))
export const optionalSentence = once((min: number, max: number) => orNull(sentence(min, max)))
/** A note of as many lines as somebody writes. */
export const optionalLines = once((max: number) => orNull(paragraphs(max)))

/** IANA time zone name. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'time_zone').overwrite(canonicalZone)

/** A gaming day by its date: `2026-11-29`. */
export const isoDay = z.iso.date()
