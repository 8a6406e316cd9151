/**
 * A setting: what it is called, what it may hold, where it may be set. Catalogues of them are data, for backend and
 * console alike.
 */
import { z } from 'zod'
import { fieldProblems } from '../contract/field-problems'
import { line } from '../contract/primitives'
import type { FieldProblem } from '../contract/problem'

/** `money`: minor units of the tenant's currency. `percent`: basis points. `secret`: written, never read back. */
export type SettingKind = 'integer' | 'flag' | 'choice' | 'text' | 'secret' | 'money' | 'percent'
export type Unit = 'ms' | 's' | 'min' | 'h' | 'd' | 'times'
/** Where a set of own values can stand, outermost first. */
export type Level = 'system' | 'tenant' | 'location' | 'smib' | 'slot'
export type SettingValue = string | number | boolean

export interface Setting {
  key: string
  kind: SettingKind
  unit?: Unit
  /** Of numbers, inclusive; of texts, their length. */
  min?: number
  max?: number
  options?: readonly string[]
  /** Of a text that has to be more than a line: the code of what is wrong with it, or null. */
  fault?: (text: string) => string | null
  /** A number that names something: written without separators. */
  naming?: boolean
  /** What counts where nobody has set anything; null: nothing does. Amounts differ by currency. */
  default: SettingValue | null | Readonly<Record<string, number>>
  levels: readonly Level[]
  /** Money depends on it: changing it takes a reason. */
  reasoned?: true
  /** What is set further out is the least: nearer levels may only ask for more (a larger number, a yes). */
  floor?: true
  /** It says how this system looks at a SMIB; it is not sent to the SMIB. */
  ours?: true
}

/** Titled groups of settings, in the order of the page. */
export type Catalogue = Readonly<Record<string, readonly Setting[]>>

export const settingsOf = (catalogue: Catalogue): readonly Setting[] => Object.values(catalogue).flat()

export function defaultOf({ default: value }: Setting, currency: string): SettingValue | null {
  return typeof value === 'object' && value !== null ? (value[currency] ?? null) : value
}

/** Settings of a catalogue that money depends on. */
export const reasoned = (...settings: Setting[]): Setting[] =>
  settings.map(setting => ({ ...setting, reasoned: true }))

/** Settings whose value further out nobody falls below. */
export const floors = (...settings: Setting[]): Setting[] =>
  settings.map(setting => ({ ...setting, floor: true }))

/** Whether the first asks for less than the second. Null: nothing is set. */
export const isBelow = (value: SettingValue | null, least: SettingValue | null): boolean =>
  least !== null && Number(value ?? 0) < Number(least)

/** Settings that are sent to no SMIB. */
export const ours = (...settings: Setting[]): Setting[] =>
  settings.map(setting => ({ ...setting, ours: true }))

/** Whether changing these settings takes a reason. */
export const takesReason = (catalogue: Catalogue, keys: readonly string[]): boolean =>
  settingsOf(catalogue).some(setting => setting.reasoned === true && keys.includes(setting.key))

const schemas = new WeakMap<Setting, z.ZodType>()

export function schemaOf(setting: Setting): z.ZodType {
  const known = schemas.get(setting) ?? makeSchema(setting)
  schemas.set(setting, known)
  return known
}

function makeSchema({ kind, min, max, options, fault }: Setting): z.ZodType {
  switch (kind) {
    case 'integer':
    case 'money':
    case 'percent':
      return z
        .number()
        .int()
        .min(min ?? 0)
        .max(max ?? Number.MAX_SAFE_INTEGER)
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(options as [string, ...string[]])
    case 'text':
      return line(min ?? 1, max ?? 200).check(({ value, issues }) => {
        const code = fault?.(value) ?? null
        if (code !== null) issues.push({ code: 'custom', message: code, input: value })
      })
    // Not trimmed: a password may begin with a space.
    case 'secret':
      return z
        .string()
        .min(min ?? 1)
        .max(max ?? 200)
        .regex(/^[^\u0000-\u001f\u007f]*$/, 'control_characters')
  }
}

/** The value as it is stored, or why not. */
export function readValue(
  setting: Setting,
  value: unknown,
): { value: SettingValue; problems?: undefined } | { problems: FieldProblem[] } {
  const parsed = schemaOf(setting).safeParse(value, { reportInput: true })
  if (parsed.success) return { value: parsed.data as SettingValue }
  return { problems: Object.values(fieldProblems(parsed.error)).flat() }
}

interface Limits {
  unit?: Unit
  min?: number
  max?: number
  naming?: boolean
}

/** A catalogue is written with these; `levels` is the same for most of it. */
export const settingsFor = (levels: readonly Level[]) => ({
  integer: (key: string, fallback: number | null, limits: Limits, at = levels): Setting => ({
    key,
    kind: 'integer',
    default: fallback,
    levels: at,
    ...limits,
  }),
  flag: (key: string, fallback: boolean | null, at = levels): Setting => ({
    key,
    kind: 'flag',
    default: fallback,
    levels: at,
  }),
  choice: (key: string, fallback: string | null, options: readonly string[], at = levels): Setting => ({
    key,
    kind: 'choice',
    default: fallback,
    options,
    levels: at,
  }),
  text: (
    key: string,
    fallback: string | null,
    limits: Limits & Pick<Setting, 'fault'>,
    at = levels,
  ): Setting => ({
    key,
    kind: 'text',
    default: fallback,
    levels: at,
    ...limits,
  }),
  secret: (key: string, limits: Limits, at = levels): Setting => ({
    key,
    kind: 'secret',
    default: null,
    levels: at,
    ...limits,
  }),
  money: (
    key: string,
    fallback: Readonly<Record<string, number>> | null,
    limits: Limits,
    at = levels,
  ): Setting => ({ key, kind: 'money', default: fallback, levels: at, ...limits }),
  percent: (key: string, fallback: number | null, limits: Limits, at = levels): Setting => ({
    key,
    kind: 'percent',
    default: fallback,
    levels: at,
    ...limits,
  }),
})
