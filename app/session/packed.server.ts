/**
 * A document, compressed here in one piece. remix-serve would do it as a stream and flush it after each part: a dozen small writes, their
 * buffers and an answer without a length, a quarter of the console's time. Its own compression is for what is streamed (`sendWhole`).
 */
import { createRequire } from 'node:module'
import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Further levels cost three times as much for a tenth of the size; a page's words repeat within 64 kB. */
const brotli = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
/** Most pages fit one piece. A larger piece would be memory that is mapped and given back for each page. */
const gzip = { level: 3, chunkSize: 16 * 1024 }

export function packed(
  document: string,
  { headers: wanted, method }: Request,
  init: { status: number; headers: Headers },
) {
  const { headers } = init
  headers.append('Vary', 'Accept-Encoding')
  const encoding = method === 'HEAD' ? undefined : encodingFor(wanted.get('Accept-Encoding') ?? '')
  if (!encoding) return new Response(document, init)
  const body = encoding === 'br' ? brotliCompressSync(document, brotli) : gzipSync(document, gzip)
  headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  // zlib's buffers are never shared between threads, which their type leaves open.
  const response = new Response(body as Uint8Array<ArrayBuffer>, init)
  if (response.body) whole.set(response.body, body)
  return response
}

/** By an answer's stream: what it will bring. */
const whole = new WeakMap<ReadableStream, Uint8Array>()

/** What is written to: by Node itself, or with what remix-serve would compress each answer with (`bin/launch/static-first.mjs`). */
type Answering = Writable & {
  req?: IncomingMessage
  locals?: { compress?: (request: IncomingMessage, answer: Writable, next: () => void) => void }
}

interface Sending {
  writeReadableStreamToWritable: (stream: ReadableStream, writable: Answering) => Promise<void>
}

/** Remix reads an answer's stream and writes what comes: what is known as a whole goes out with its headers in one write instead of three steps. */
export function sendWhole(
  remix: Sending = createRequire(import.meta.url)('@remix-run/node') as Sending,
): void {
  const { writeReadableStreamToWritable } = remix
  remix.writeReadableStreamToWritable = async (stream, writable) => {
    const body = whole.get(stream)
    if (body) {
      writable.end(body)
      return
    }
    const { req, locals } = writable
    if (req) locals?.compress?.(req, writable, nothing)
    await writeReadableStreamToWritable(stream, writable)
  }
}

const nothing = (): void => {}

/** The smaller one that is taken; `q=0` refuses. */
export function encodingFor(accepted: string): 'br' | 'gzip' | undefined {
  const takes = (name: string) =>
    accepted.split(',').some(part => {
      const [coding, ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
      return coding === name && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))
    })
  return (['br', 'gzip'] as const).find(takes)
}
