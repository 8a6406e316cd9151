/** One call of the documented API: envelope in, typed data out, every other answer an ApiError. */
import { z } from 'zod'
import { requestAtHand } from '../../backend/platform/process/request-at-hand'
import { addressHeaders, addressKey } from '../../backend/platform/contract/client-address'
import { CONSOLE_HOST } from '../../backend/platform/contract/host-name'
import { env } from '../process/env.server'
import { log } from '../process/log.server'
import { once } from '../process/once.server'
import { isPosition, READ_AFTER, WRITTEN_AT } from '../../backend/platform/contract/read-after'
import type { FieldProblem } from '../../backend/platform/contract/problem'
import { jsonOf } from './answer-body.server'
import { ApiError } from './api-error'
import { checked } from './checked.server'
import type { Deadline } from './deadline'
import { exchange, TIME_LIMIT_MS, type Answer } from './transport.server'

export interface CallOptions<Shape extends z.ZodType = z.ZodType> {
  body?: unknown
  /** A file's bytes as they are, instead of a JSON body. */
  raw?: Uint8Array
  /** The answer is a file, not the envelope: `schema` is given its text. */
  asText?: boolean
  query?: Record<string, string | number | boolean | undefined>
  /** Shape of the answer's `data`; an answer of another shape is `malformed`. */
  schema: Shape
  /** Defaults to every method but GET. POST lists are reads. */
  write?: boolean
  idempotencyKey?: string | undefined
  timeLimitMs?: number
  /** Others wait for the same answer: it is read to its end, whoever began it. */
  shared?: boolean
}

/** Who asks and how it is traced. */
export interface Caller {
  requestId: string
  /** Bearer token, if any. */
  token?: string | undefined
  clientAddress?: string | undefined
  host?: string | undefined
  userAgent?: string | undefined
  /** How it is sent; by itself unless said otherwise. */
  send?: typeof exchange | undefined
  /** Of the page that this call is made for. */
  deadline?: Deadline | undefined
  /** A write was sent and its answer lost. */
  onUnknown?: (() => Promise<void> | void) | undefined
  /** What the answer has to have, of whoever may read from a replica. */
  readAfter?: string | undefined
  /** Where a write stands in the database's log. */
  onWritten?: ((position: string) => Promise<void>) | undefined
}

const fieldProblem = z.looseObject({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
const problemEnvelope = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string().optional(),
    fields: z.record(z.string(), z.array(fieldProblem)).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    request_id: z.string().optional(),
  }),
})

export async function callBackend<Shape extends z.ZodType>(
  caller: Caller,
  method: string,
  path: string,
  options: CallOptions<Shape>,
): Promise<z.output<Shape>> {
  const write = options.write ?? method !== 'GET'
  const started = performance.now()
  const timeLimitMs = timeFor(caller, options)
  // What may change something is never cut.
  const leaving = write || options.shared ? undefined : requestAtHand()?.leaving
  try {
    if (timeLimitMs <= 0)
      throw new ApiError({
        kind: 'timeout',
        status: 504,
        code: 'timeout',
        message: 'no time was left for this call: nothing was sent',
      })
    const answer = await (caller.send ?? exchange)({
      method,
      write,
      url: urlOf(path, options.query),
      headers: headersOf(caller, options),
      body: options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
      repeatable: !write || options.idempotencyKey !== undefined,
      timeLimitMs,
      asText: options.asText,
      leaving,
    })
    const position = write ? answer.headers[WRITTEN_AT] : undefined
    if (typeof position === 'string' && isPosition(position)) await caller.onWritten?.(position)
    if (options.asText && answer.status >= 200 && answer.status < 300)
      return options.schema.parse(answer.text)
    return await readAnswer(answer, options.schema, { write, requestId: caller.requestId })
  } catch (error) {
    if (error instanceof ApiError && error.unknownOutcome) await caller.onUnknown?.()
    if (error instanceof ApiError && error.isOutage && !leaving?.hasLeft) {
      const ms = Math.round(performance.now() - started)
      log.warn(
        {
          request_id: caller.requestId,
          method,
          path,
          kind: error.kind,
          status: error.status,
          unknown_outcome: error.unknownOutcome,
          ms,
          why: error.message,
        },
        'backend call failed',
      )
    }
    throw error
  } finally {
    if (isLong(options)) caller.deadline?.extend(performance.now() - started)
  }
}

/** What names a longer time of its own, such as an upload, is waited for; everything else shares the page's time. */
const isLong = ({ timeLimitMs = 0 }: Pick<CallOptions, 'timeLimitMs'>) => timeLimitMs > TIME_LIMIT_MS

function timeFor({ deadline }: Caller, options: Pick<CallOptions, 'timeLimitMs'>): number {
  const { timeLimitMs = TIME_LIMIT_MS } = options
  return isLong(options) || !deadline ? timeLimitMs : Math.min(timeLimitMs, deadline.remaining())
}

function urlOf(path: string, query: CallOptions['query'] = {}): string {
  const url = new URL(env().apiUrl + path)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

function headersOf(
  { requestId, token, clientAddress, host, userAgent, readAfter }: Caller,
  { body, raw, idempotencyKey }: CallOptions,
): Record<string, string> {
  return {
    accept: 'application/json',
    'x-request-id': requestId,
    ...(raw
      ? { 'content-type': 'application/octet-stream' }
      : body === undefined
        ? {}
        : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    ...(clientAddress ? { 'x-forwarded-for': clientAddress, ...signedFor(clientAddress, requestId) } : {}),
    ...(host ? { [CONSOLE_HOST]: host } : {}),
    ...(readAfter ? { [READ_AFTER]: readAfter } : {}),
    ...(userAgent ? { 'user-agent': userAgent } : {}),
  }
}

/**
 * Our backend believes the signed headers; `x-forwarded-for` is there for an operator's existing backend,
 * which knows nothing else.
 */
const signedFor = (address: string, requestId: string) =>
  addressHeaders(
    once('client-address-key', () => addressKey(env().sessionSecret)),
    { address, requestId, at: Date.now() },
  )

async function readAnswer<Shape extends z.ZodType>(
  answer: Answer,
  schema: Shape,
  about: { write: boolean; requestId: string },
): Promise<z.output<Shape>> {
  const body = jsonOf(answer)
  if (answer.status >= 200 && answer.status < 300) {
    if (!isEnvelope(body)) throw malformed(about, 'not the success envelope')
    const read = await checked(schema, body.data)
    if (read.success) return read.data
    throw malformed(about, z.prettifyError(read.error).slice(0, 500))
  }
  const problem = problemEnvelope.safeParse(body)
  if (problem.success) throw problemOf(answer, problem.data.error, about)
  // A proxy's page instead of our envelope: only a clear refusal says that nothing was done.
  if (answer.status >= 400 && answer.status < 500)
    throw problemOf(answer, { code: `http_${answer.status}` }, about)
  throw malformed(about, `status ${answer.status} without an error envelope`)
}

function problemOf(
  answer: Answer,
  problem: z.output<typeof problemEnvelope>['error'],
  { write, requestId }: { write: boolean; requestId: string },
): ApiError {
  const retryAfter = Number(answer.headers['retry-after'])
  return new ApiError({
    kind: 'problem',
    status: answer.status,
    code: problem.code,
    requestId: problem.request_id ?? requestId,
    message: problem.message ?? problem.code,
    fields: (problem.fields ?? {}) as Record<string, FieldProblem[]>,
    details: problem.details ?? {},
    // The backend's own database went away while it was writing.
    unknownOutcome: write && problem.code === 'outcome_unknown',
    ...(Number.isFinite(retryAfter) && retryAfter > 0 ? { retryAfter } : {}),
  })
}

const malformed = ({ write, requestId }: { write: boolean; requestId: string }, message: string) =>
  new ApiError({
    kind: 'malformed',
    status: 502,
    code: 'malformed',
    unknownOutcome: write,
    requestId,
    message,
  })

const isEnvelope = (body: unknown): body is { data: unknown } =>
  typeof body === 'object' &&
  body !== null &&
  'data' in body &&
  (body as { success?: unknown }).success !== false
