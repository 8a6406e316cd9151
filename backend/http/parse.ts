/** Input at the edge: bytes to JSON, JSON to a schema's shape, every refusal a Problem. */
import type { z } from 'zod'
import { fieldProblems } from '../contract/field-problems'
import { Problem } from '../contract/problem'

export const MAX_BODY_BYTES = 1024 * 1024

/** The request's JSON. 413 past `limit` bytes, 415 for another type, 400 for what is no UTF-8 or no JSON; {} for no body. */
export async function readJson(request: Request, limit = MAX_BODY_BYTES): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  if (bytes.byteLength === 0) return {}
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) throw new Problem(415, 'not_json', { message: 'Send application/json' })
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    // PostgreSQL text cannot hold NUL, and nobody types it.
    if (text.includes('\\u0000')) throw new SyntaxError('NUL character')
    return value
  } catch {
    throw new Problem(400, 'malformed_json', { message: 'The body is not valid UTF-8 JSON' })
  }
}

/** 413 past `limit` bytes. */
export async function readBytes(request: Request, limit = MAX_BODY_BYTES): Promise<Uint8Array> {
  const tooLarge = () => new Problem(413, 'too_large', { message: `The body is larger than ${limit} bytes`, details: { limit } })
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

/** 422 with a code per field; what is wrong with the whole is told of `body`. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, code = 'invalid'): z.output<Schema> {
  // reportInput tells a field that is missing from one of another type.
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const { '': whole, ...fields } = fieldProblems(parsed.error)
  throw new Problem(422, code, { fields: whole ? { ...fields, body: whole } : fields })
}
