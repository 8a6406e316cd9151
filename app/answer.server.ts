/** Between Node's requests and answers and the web's, which Remix speaks. */
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { isDisconnect } from '../backend/platform/process/disconnect'
import { encodingFor, wholeOf } from './session/packed.server'

/** The request's signal says when nobody waits for its answer any more. */
export function requestOf(incoming: IncomingMessage, answer: ServerResponse): Request {
  const gone = new AbortController()
  answer.once('close', () => {
    if (!answer.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  const method = incoming.method ?? 'GET'
  const path = incoming.url?.startsWith('/') ? incoming.url : `/${incoming.url ?? ''}`
  return new Request(`http://${incoming.headers.host ?? 'localhost'}${path}`, {
    method,
    headers,
    signal: gone.signal,
    ...(method !== 'GET' &&
      method !== 'HEAD' && { body: createReadableStreamFromReadable(incoming), duplex: 'half' }),
  })
}

/** Seconds: a database or backend that was restarted is most likely back then. */
const RETRY_AFTER = '5'

export async function send(given: Response, to: ServerResponse, accepted: string | undefined): Promise<void> {
  to.statusCode = given.status
  if (given.statusText) to.statusMessage = given.statusText
  for (const [name, value] of given.headers) {
    if (name === 'set-cookie') to.appendHeader(name, value)
    else to.setHeader(name, value)
  }
  if (given.status === 503 && !to.hasHeader('Retry-After')) to.setHeader('Retry-After', RETRY_AFTER)
  const whole = wholeOf(given)
  if (whole || !given.body) {
    to.end(whole)
    return
  }
  const packing = packingOf(given, to, accepted)
  if (given.headers.get('Content-Type')?.startsWith('text/event-stream')) to.flushHeaders()
  const body = readableOf(given.body)
  await (packing ? pipeline(body, packing, to) : pipeline(body, to)).catch((error: unknown) => {
    // Whoever went away in the middle is no error.
    if (!to.destroyed || !isDisconnect(error)) throw error
  })
}

/** Remix's `Response` brings a stream of its own kind, which Node's `Readable.fromWeb` refuses. */
function readableOf(stream: ReadableStream<Uint8Array>): Readable {
  const reader = stream.getReader()
  return new Readable({
    async read() {
      try {
        let next = await reader.read()
        // What is empty would be taken for a pause that never ends.
        while (!next.done && next.value.length === 0) next = await reader.read()
        this.push(next.done ? null : next.value)
      } catch (error) {
        this.destroy(error as Error)
      }
    },
    destroy(error, done) {
      reader.cancel(error).then(
        () => done(error),
        () => done(error),
      )
    },
  })
}

/** Files that people read and data; an event stream says `no-transform`. */
const packable = /^(?:text\/|application\/(?:json|javascript|xml)\b|image\/svg\+xml|[\w/.-]+\+(?:json|xml)\b)/

/** What is streamed is compressed part by part, so that each arrives when it is there. */
function packingOf(given: Response, to: ServerResponse, accepted = ''): Transform | undefined {
  const { headers } = given
  if (
    !packable.test(headers.get('Content-Type') ?? '') ||
    headers.has('Content-Encoding') ||
    headers.get('Cache-Control')?.includes('no-transform')
  )
    return undefined
  if (!/accept-encoding/i.test(headers.get('Vary') ?? '')) to.appendHeader('Vary', 'Accept-Encoding')
  const encoding = encodingFor(accepted)
  if (!encoding || to.req.method === 'HEAD') return undefined
  to.setHeader('Content-Encoding', encoding)
  to.removeHeader('Content-Length')
  return encoding === 'br'
    ? createBrotliCompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
      })
    : createGzip({ flush: constants.Z_SYNC_FLUSH })
}
