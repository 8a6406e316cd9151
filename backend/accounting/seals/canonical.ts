/**
 * RFC 8785 for what a seal holds: members in the order of their UTF-16 units, no space, one way to write each text.
 * Stricter than a library would be: a number is written as a text, since readers of JSON round what is above 2^53, and
 * what has no one canonical form is refused instead of guessed.
 */
export type Sealable =
  | string
  | number
  | boolean
  | null
  | readonly Sealable[]
  | { readonly [name: string]: Sealable }

/** Nothing that is sealed lies deeper; a file that somebody sends might. */
const MAX_DEPTH = 32

/** Throws an Error for a number that is no safe integer, a lone surrogate, undefined, and objects of a class. */
export function canonical(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Error(`canonical: nested deeper than ${MAX_DEPTH} levels`)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return text(value)
  if (typeof value === 'bigint') return text(String(value))
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error('canonical: not an integer that can be held exactly')
    return text(String(value === 0 ? 0 : value))
  }
  if (Array.isArray(value)) return `[${Array.from(value, one => canonical(one, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || !isPlain(value))
    throw new Error(`canonical: ${typeof value} has no canonical form`)
  const members = Object.entries(value).map(
    ([name, one]) => [PLAIN.test(name) ? name : name.normalize('NFC'), one] as const,
  )
  members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  if (members.some(([name], at) => name === members[at - 1]?.[0])) throw new Error('canonical: a name twice')
  return `{${members.map(([name, one]) => `${text(name)}:${canonical(one, depth + 1)}`).join(',')}}`
}

/** Most texts are digits and names: what needs neither escapes nor a normal form. */
const PLAIN = /^[ !#-[\]-~]*$/

function text(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`
  const normal = value.normalize('NFC')
  // JSON.stringify would write a lone surrogate as an escape, which UTF-8 cannot hold.
  if (!isWellFormed(normal)) throw new Error('canonical: a text with half a character')
  return JSON.stringify(normal)
}

const isWellFormed = (value: string) => !/\p{Surrogate}/u.test(value)

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
