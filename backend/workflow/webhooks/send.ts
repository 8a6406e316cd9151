/**
 * One request to a webhook: to a checked address, without redirects, bounded in time and in what is read of the
 * answer.
 */
import { AddressRefused, judged, plainAddress, resolveByName, type Reach, type Resolve } from './address'
import { conceal, piecesOf } from './conceal'
import { STORED_ANSWER_BYTES, type DeliveryProblem } from './webhooks.contract'

const CONNECT_MS = 5_000
/** From resolving to what is read of the answer. */
const WHOLE_MS = 15_000
const MAX_HEADER_BYTES = 16 * 1024

export interface Sent {
  problem: DeliveryProblem | null
  code: number | null
  /** The answer's first characters; they are shown as text and never run. */
  answer: string | null
  /** For how long it does not want another one, where it says so. Milliseconds. */
  waits?: number
}

export interface Sending {
  address: string
  headers: Record<string, string>
  body: string | Uint8Array
  reach: Reach
  /** It is `…` in the answer, should the other side repeat it. */
  secret?: string
  resolve?: Resolve
}

export async function send(sending: Sending): Promise<Sent> {
  const signal = AbortSignal.timeout(WHOLE_MS)
  try {
    return await Promise.race([exchange(sending, signal), ended(signal)])
  } catch (error) {
    return { problem: problemOf(error), code: null, answer: null }
  }
}

async function exchange(
  { address, headers, body, reach, secret = '', resolve = resolveByName }: Sending,
  signal: AbortSignal,
): Promise<Sent> {
  // Those that were saved before are spelt as they were typed.
  const url = new URL(plainAddress(address))
  const found = await judged(url, reach, resolve)
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    connect: {
      timeout: CONNECT_MS,
      // The name is not resolved again, so that the connection goes to the address that was checked.
      lookup: (_host, options, done) => {
        if (options.all) done(null, found)
        else done(null, found[0]?.address ?? '', found[0]?.family)
      },
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: WHOLE_MS,
    bodyTimeout: WHOLE_MS,
  })
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher: agent,
      signal,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'back-office-console-webhooks',
        ...headers,
      },
    })
    const { statusCode: code } = answer
    const text = await firstOf(answer.body, piecesOf(secret))
    const problem = code >= 200 && code < 300 ? null : code >= 300 && code < 400 ? 'redirected' : 'answered'
    const waits = code === 429 || code === 503 ? waitIn(answer.headers['retry-after'], text) : undefined
    return { problem, code, answer: text, ...(waits !== undefined && { waits }) }
  } finally {
    void agent.destroy().catch(() => {})
  }
}

/** A name may take its time to be resolved, which no signal ends. */
const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

/** Seconds or a date; Telegram writes seconds into the answer instead. */
function waitIn(header: string | string[] | undefined, answer: string | null): number | undefined {
  const text =
    typeof header === 'string' ? header.trim() : (/"retry_after":\s*(\d{1,9})/.exec(answer ?? '')?.[1] ?? '')
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

/** Concealed before it is cut: a piece of a secret that the end cuts through would stay. */
async function firstOf(body: AsyncIterable<Uint8Array>, pieces: readonly string[]): Promise<string | null> {
  const longest = Buffer.byteLength(pieces[0] ?? '')
  const most = STORED_ANSWER_BYTES + 2 * longest
  const received: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the connection: what more there is is never received.
  for await (const piece of body) {
    received.push(piece)
    length += piece.length
    if (length >= most) break
  }
  const whole = conceal(Buffer.concat(received).subarray(0, most).toString('utf8'), pieces)
  // The end of what was received may be the beginning of a secret.
  const text = Buffer.from(length >= most ? whole.slice(0, whole.length - longest) : whole)
    .subarray(0, STORED_ANSWER_BYTES)
    .toString('utf8')
    .replace(/[\u0000-\u001f\u007f\ufffd]+/g, ' ')
    .trim()
  return text === '' ? null : text
}

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof AddressRefused) return error.problem
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError' || code?.includes('TIMEOUT')) return 'timeout'
  if (code && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'certificate'
  return 'connection'
}
