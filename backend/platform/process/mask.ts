/** What no log line may hold: passwords, tokens, keys, and the personal number that Romanian papers carry (CNP). */
import { isCnp } from './cnp'

export const MASKED = '[redacted]'

const SECRET_NAME = /password|passwd|token|secret|authorization|cookie|cnp|api_?key|private_?key/i
const JWT = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g
const BEARER = /\b(Bearer|Basic) +[\w.~+/=-]+/gi
const CREDENTIALS_IN_URL = /\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s/@]+@/gi
const THIRTEEN_DIGITS = /(?<!\d)\d{13}(?!\d)/g
/** Deeper than anything that is logged; also where an object holds itself. */
const DEEPEST = 8

/** A copy without secrets: by the names of members, and by what a text looks like. Errors become plain objects. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return '[deeper]'
  if (value instanceof Error) return maskedError(value, depth)
  if (Array.isArray(value)) return value.map(one => masked(one, depth + 1))
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return masked((value.toJSON as () => unknown)(), depth + 1)
  return maskedMembers(value, depth)
}

function maskedMembers(value: object, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    copy[name] =
      inner !== null && inner !== undefined && SECRET_NAME.test(name) ? MASKED : masked(inner, depth + 1)
  }
  return copy
}

/** With its cause and whatever the thrower added, such as a database's code. */
function maskedError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: maskedText(error.message),
    stack: maskedText(error.stack ?? ''),
    ...maskedMembers(error, depth),
    ...(error.cause === undefined ? {} : { cause: masked(error.cause, depth + 1) }),
  }
}

function maskedText(text: string): string {
  // Most texts are short words: nothing in them to look for.
  if (text.length < 8) return text
  return text
    .replace(JWT, MASKED)
    .replace(BEARER, `$1 ${MASKED}`)
    .replace(CREDENTIALS_IN_URL, `$1:${MASKED}@`)
    .replace(THIRTEEN_DIGITS, digits => (isCnp(digits) ? MASKED : digits))
}
