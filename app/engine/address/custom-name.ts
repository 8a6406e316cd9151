/** How a field of a tenant's own is called in an address, a form and a list's columns: `custom-shelf`. */
import { ownOf } from '../../../backend/platform/contract/custom-values'

const PREFIX = 'custom-'

export const customName = (key: string): string => PREFIX + key
export const isCustomName = (name: string): boolean => /^custom-[a-z][a-z0-9_]{0,31}$/.test(name)
/** Its key; null for any other field. */
export const customKeyIn = (name: string): string | null =>
  isCustomName(name) ? name.slice(PREFIX.length) : null

/** A record's value of a field, one of its tenant's own among its others. */
export function valueIn(row: Readonly<Record<string, unknown>>, name: string): unknown {
  const key = customKeyIn(name)
  return key === null ? row[name] : ownOf(row.custom as Readonly<Record<string, unknown>> | undefined, key)
}

/** A record, or a part of one, whose own fields stand among its others. */
export function withCustomNames(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { custom, ...rest } = row
  if (typeof custom !== 'object' || custom === null) return { ...row }
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(custom).map(([key, value]) => [customName(key), value])),
  }
}

/** The same back: values as the backend takes them, by their keys. */
export function withoutCustomNames(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const custom: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    const key = customKeyIn(name)
    if (key === null) rest[name] = one
    else custom[key] = one
  }
  return Object.keys(custom).length === 0 ? rest : { ...rest, custom }
}
