/** Reads that a page asks for at the same moment travel in one call and are answered one by one. */
import { z } from 'zod'
import { MAX_READS, NOT_A_READ, TOGETHER } from '../../backend/platform/reads/reads.contract'
import { env } from '../process/env.server'
import { once } from '../process/once.server'
import { jsonOf } from './answer-body.server'
import { exchange, type Answer, type Exchange } from './transport.server'

type Send = (wanted: Exchange) => Promise<Answer>

interface Waiting {
  wanted: Exchange
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

const envelope = z.object({
  data: z.object({
    answers: z.array(z.object({ status: z.number(), retry_after: z.string().nullable(), text: z.string() })),
  }),
})

/** An operator's own backend need not know it: found out once. */
const support = () => once('reads-together', () => ({ isKnown: true }))

/**
 * Writes and files go alone, as ever. Everything else waits for the end of this turn of the loop, and goes with what
 * came in it.
 */
export function sendingTogether(send: Send = exchange): Send {
  let waiting: Waiting[] = []
  const flush = () => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += MAX_READS)
      void carry(all.slice(from, from + MAX_READS), send)
  }
  return wanted => {
    if (wanted.write || typeof wanted.body === 'object' || !support().isKnown) return send(wanted)
    return new Promise((resolve, reject) => {
      waiting.push({ wanted, resolve, reject })
      if (waiting.length === 1) setImmediate(flush)
    })
  }
}

async function carry(all: Waiting[], send: Send): Promise<void> {
  const [first] = all
  if (!first) return
  const alone = (one: Waiting) => void send(one.wanted).then(one.resolve, one.reject)
  if (all.length === 1) return alone(first)
  try {
    const answer = await send({
      ...first.wanted,
      method: 'POST',
      url: env().apiUrl + TOGETHER,
      headers: { ...first.wanted.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ reads: all.map(({ wanted }) => readOf(wanted)) }),
      // Whoever may wait longest: each still gives up at its own time.
      timeLimitMs: Math.max(...all.map(({ wanted }) => wanted.timeLimitMs ?? 0)) || undefined,
    })
    if (answer.status === 404 || answer.status === 405) {
      support().isKnown = false
      return all.forEach(alone)
    }
    // What was wrong with the call itself, a token above all, is wrong with each of its parts.
    if (answer.status !== 200) return all.forEach(({ resolve }) => resolve(answer))
    const { answers } = envelope.parse(jsonOf(answer)).data
    all.forEach((one, index) => {
      const own = answers[index]
      if (!own || (own.status === 404 && own.text.includes(`"${NOT_A_READ}"`))) return alone(one)
      const { status, text, retry_after } = own
      one.resolve({ status, text, headers: retry_after === null ? {} : { 'retry-after': retry_after } })
    })
  } catch (error) {
    for (const { reject } of all) reject(error)
  }
}

function readOf({ method, url, body }: Exchange) {
  const { pathname, search } = new URL(url)
  const base = new URL(env().apiUrl).pathname.replace(/\/$/, '')
  return { method, path: pathname.slice(base.length) + search, ...(typeof body === 'string' && { body }) }
}
