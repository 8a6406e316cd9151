/**
 * One HTTP exchange with the backend: keep-alive connections, one time limit for the whole of it, a code of
 * its own for every failure.
 */
import { Agent, request as send, type Dispatcher } from 'undici'
import type { Leaving } from '../../backend/platform/process/leaving'
import { once } from '../process/once.server'
import { bodyOf, type AnswerBody } from './answer-body.server'
import { ApiError } from './api-error'

/** The whole exchange, from connecting to the answer's last byte. */
export const TIME_LIMIT_MS = 5_000
/** Larger than the largest list (65,000 rows); beyond it something is wrong. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

export interface Exchange {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array | undefined
  /** Whether the backend may change something: then a lost answer is an unknown outcome. */
  write: boolean
  /** May be sent again when the connection broke: reads, and writes with an Idempotency-Key. */
  repeatable: boolean
  timeLimitMs?: number
  /** The answer is a file: its text is wanted as it is. */
  asText?: boolean | undefined
  /** Of whoever reads the answer: once they have gone the connection is closed, so that the backend stops as well. */
  leaving?: Leaving | undefined
}

export interface Answer extends AnswerBody {
  status: number
  headers: Record<string, string | string[] | undefined>
}

// Node's HTTP servers close idle connections after 5 s; ours go first, so a request seldom meets a closing one.
const agent = () =>
  once(
    'backend-agent',
    () =>
      new Agent({
        connect: { timeout: 3_000 },
        keepAliveTimeout: 4_000,
        maxResponseSize: MAX_ANSWER_BYTES,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
  )

export async function exchange(wanted: Exchange): Promise<Answer> {
  // The second try shares the time of the first: whoever waits was promised one limit. The timer goes with the answer:
  // `AbortSignal.timeout` would
  // hold the request that began it, with all that was made for it, until the limit has passed.
  const late = new AbortController()
  const { signal } = late
  const timer = setTimeout(
    () => late.abort(new DOMException('no answer within the time limit', 'TimeoutError')),
    Math.ceil(wanted.timeLimitMs ?? TIME_LIMIT_MS),
  )
  const stopListening = wanted.leaving?.onLeave(() =>
    late.abort(new DOMException('whoever asked has gone', 'AbortError')),
  )
  try {
    return await attempt(wanted, signal)
  } catch (error) {
    const failure = classify(error, wanted)
    if (failure.kind !== 'reset' || !wanted.repeatable) throw failure
    return await attempt(wanted, signal).catch((second: unknown) => {
      throw classify(second, wanted)
    })
  } finally {
    clearTimeout(timer)
    stopListening?.()
  }
}

async function attempt(
  { method, url, headers, body, asText }: Exchange,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await send(url, {
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    signal,
    dispatcher: agent(),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    ...(await bodyOf(answer.body as AsyncIterable<Uint8Array>, { asText })),
  }
}

const NOTHING_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

function classify(error: unknown, { write }: Exchange): ApiError {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  const why = { message: `${code ?? name ?? 'error'}: ${message ?? ''}` }
  if (code && NOTHING_SENT.has(code))
    return new ApiError({ kind: 'unreachable', status: 503, code: 'unreachable', ...why })
  if (name === 'AggregateError')
    return new ApiError({ kind: 'unreachable', status: 503, code: 'unreachable', ...why })
  if (name === 'TimeoutError' || name === 'AbortError')
    return new ApiError({ kind: 'timeout', status: 504, code: 'timeout', unknownOutcome: write, ...why })
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new ApiError({ kind: 'malformed', status: 502, code: 'malformed', unknownOutcome: write, ...why })
  return new ApiError({ kind: 'reset', status: 503, code: 'reset', unknownOutcome: write, ...why })
}
