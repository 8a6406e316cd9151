/**
 * A document, compressed here in one piece. As a stream that is flushed after each part it would be a dozen small
 * writes, their buffers and an answer
 * without a length, a quarter of the console's time. What is streamed all the same is compressed as it goes out
 * (`app/answer.server.ts`).
 */
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

/**
 * What the answer brings, where it is known as a whole: it goes out with its headers in one write instead of three
 * steps.
 */
export const wholeOf = ({ body }: Response): Uint8Array | undefined => (body ? whole.get(body) : undefined)

/** The smaller one that is taken; `q=0` refuses. */
export function encodingFor(accepted: string): 'br' | 'gzip' | undefined {
  const takes = (name: string) =>
    accepted.split(',').some(part => {
      const [coding, ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
      return coding === name && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))
    })
  return (['br', 'gzip'] as const).find(takes)
}
