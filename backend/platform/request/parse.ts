/** Input at the edge: bytes to JSON, JSON to a schema's shape, every refusal a Problem. */
import type { z } from 'zod'
import { fieldProblems } from '../contract/field-problems'
import { invalidField, Problem } from '../contract/problem'
import { MAX_MEMBERS, overLimit } from './limits'

const MAX_BODY_BYTES = 1024 * 1024
/** Nothing that anybody sends has lists in lists in lists; whatever walks through a value walks as deep as it is. */
const MAX_DEPTH = 32
/** Values of one body: a megabyte of nothing but `{},{},{}` takes as long to parse as ten of text. */
const MAX_VALUES = 50_000
/**
 * Members of one object, five times what any schema admits: each name is stored apart, so that tens of thousands
 * take longer to parse than anything else.
 */
export const MOST_MEMBERS = 5 * MAX_MEMBERS

interface Taken {
  maxValues?: number
  /**
   * Each part of the body is checked by itself: one with a NUL, or with a member that no object may have, refuses no
   * other.
   */
  inParts?: boolean
}

/**
 * The JSON of a request's bytes. 413 past `maxValues` values or `MOST_MEMBERS` members of an object, 415 for another
 * type, 400 for what is no UTF-8 or no JSON; {} for no body.
 */
export function jsonOf(
  request: Request,
  bytes: Uint8Array,
  { maxValues = MAX_VALUES, inParts = false }: Taken = {},
): unknown {
  if (bytes.byteLength === 0) return {}
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new Problem(415, 'not_json', { message: 'Send application/json' })
  const { depth, values, members } = outlineOf(bytes)
  if (values > maxValues)
    throw new Problem(413, 'too_large', {
      message: `The body has more than ${maxValues} values`,
      details: { values: maxValues },
    })
  if (members > MOST_MEMBERS)
    throw new Problem(413, 'too_large', {
      message: `An object of the body has more than ${MOST_MEMBERS} members`,
      details: { members: MOST_MEMBERS },
    })
  if (depth > MAX_DEPTH)
    throw new Problem(400, 'malformed_json', {
      message: `The body is nested deeper than ${MAX_DEPTH} levels`,
    })
  const [text, value] = decoded(bytes)
  // PostgreSQL text cannot hold NUL, and nobody types it.
  if (!inParts && NUL.test(text))
    throw new Problem(400, 'malformed_json', { message: 'A text of the body holds the character U+0000' })
  // A member of this name would change what an object is where it is copied by assignment. It can be written with
  // escapes too.
  const has = inParts ? hasOwnMember : hasMember
  if ((text.includes('__proto__') || text.includes('\\u')) && has(value, '__proto__'))
    throw unknownMember('__proto__')
  return value
}

/** Behind an even number of backslashes: behind an odd one it is the text of an escape. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

function decoded(bytes: Uint8Array): [text: string, value: unknown] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return [text, JSON.parse(text)]
  } catch {
    throw new Problem(400, 'malformed_json', { message: 'The body is not valid UTF-8 JSON' })
  }
}

/**
 * Brackets that are open at once, values, and members of one object, at most. Before parsing: what is too much need not
 * be built.
 */
function outlineOf(bytes: Uint8Array): { depth: number; values: number; members: number } {
  let [depth, values, members, isText] = [0, 1, 0, false]
  /** Of each bracket that is open: its members so far; below nought in a list, which has none. */
  const open: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) isText = !isText
    else if (isText) at += Number(byte === BACKSLASH)
    else if (byte === COMMA) {
      values++
      const counted = open.at(-1) ?? -1
      if (counted < 0) continue
      open[open.length - 1] = counted + 1
      members = Math.max(members, counted + 1)
    } else if (byte === SQUARE || byte === CURLY) {
      values++
      depth = Math.max(depth, open.push(byte === CURLY ? 1 : -1))
    } else if (byte === SQUARE + 2 || byte === CURLY + 2) open.pop()
  }
  return { depth, values, members }
}
const [QUOTE, BACKSLASH, COMMA, SQUARE, CURLY] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

const hasOwnMember = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)

const hasMember = (value: unknown, name: string): boolean =>
  hasOwnMember(value, name) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(one => hasMember(one, name)))

export const unknownMember = (name: string): Problem => invalidField(name, 'unknown_field')

/** 413 past `limit` bytes. */
export async function readBytes(request: Request, limit = MAX_BODY_BYTES): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem(413, 'too_large', { message: `The body is larger than ${limit} bytes`, details: { limit } })
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** 422 with a code per field; what is wrong with the whole is reported for `body`. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code = 'invalid',
): z.output<Schema> {
  const over = overLimit(schema, value)
  if (over) throw new Problem(422, code, { fields: { [named(over.path, value)]: [over.problem] } })
  // reportInput tells a field that is missing from one of another type.
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const { '': whole, ...fields } = fieldProblems(parsed.error)
  throw new Problem(422, code, { fields: whole ? { ...fields, body: whole } : fields })
}

/** The values of a list's filter stand apart from its name: the filter is what is named. */
function named(path: readonly string[], value: unknown): string {
  const at = path.indexOf('exactValues')
  const around = path
    .slice(0, Math.max(at, 0))
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)
  const names = at === -1 ? undefined : (around as { exactFields?: unknown }).exactFields
  const name: unknown =
    Array.isArray(names) && path[at + 1] !== undefined ? names[Number(path[at + 1])] : undefined
  return typeof name === 'string' && name.length <= 64 ? name : path.join('.')
}
