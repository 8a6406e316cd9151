/**
 * Several reads in one call, for a page that shows the answers side by side: a record, its related rows, its history.
 * Each is answered as if it had come alone, by this very application: who asks, what they may and what they see is
 * settled by each endpoint itself, and nowhere here.
 */
import { z } from 'zod'
import type { Api } from '../http/api'
import { Leaving } from '../process/leaving'
import { duringRequest, requestAtHand } from '../process/request-at-hand'
import { MAX_READS, NOT_A_READ, TOGETHER } from './reads.contract'

const read = z.strictObject({
  method: z.enum(['GET', 'POST']),
  /** With its query, as it would be sent alone. */
  path: z.string().max(4_000).startsWith('/api/'),
  /** JSON, as it would be sent alone. */
  body: z.string().max(50_000).optional(),
})

const answers = z.object({
  answers: z.array(
    z.object({ status: z.number().int(), retry_after: z.string().nullable(), text: z.string() }),
  ),
})

export function register(api: Api): void {
  let known: RegExp[] | undefined
  const isRead = (method: string, path: string) =>
    (known ??= api.endpoints
      .filter(spec => spec.path !== TOGETHER && !spec.write && !spec.text && !spec.bytes && isReading(spec))
      .map(spec => pattern(spec.method, spec.path))).some(one => one.test(`${method} ${path}`))

  api.endpoint(
    {
      method: 'POST',
      path: TOGETHER,
      family: 'reads',
      reads: true,
      permission: 'signed-in',
      summary:
        'Several reads in one call, each answered as if it had come alone. Reads are GET endpoints that change nothing, and lists',
      body: z.object({ reads: z.array(read).min(1).max(MAX_READS) }),
      response: answers,
    },
    async ({ body, request }) => {
      const headers = new Headers(request.headers)
      for (const name of ['content-length', 'content-type', 'transfer-encoding']) headers.delete(name)
      return {
        answers: await Promise.all(
          body.reads.map(async ({ method, path, body: json }) => {
            const url = new URL(path, request.url)
            if (!isRead(method, url.pathname)) return notARead
            const own = new Headers(headers)
            if (json !== undefined) own.set('content-type', 'application/json')
            return inTime(() =>
              api.answer(
                new Request(url, { method, headers: own, body: method === 'GET' ? null : (json ?? '{}') }),
              ),
            )
          }),
        ),
      }
    },
  )
}

/**
 * One that takes too long is given up alone: the others are answered. Before the console's own five seconds are over.
 */
const PATIENCE_MS = 4_000

async function inTime(read: () => Promise<Response>) {
  let timer: NodeJS.Timeout | undefined
  // What is given up, or whose caller has gone, is not read to its end.
  const leaving = new Leaving()
  const atHand = requestAtHand()
  const stopListening = atHand?.leaving?.onLeave(() => leaving.leave())
  const reading = atHand ? duringRequest({ ...atHand, leaving }, read) : read()
  const late = new Promise<typeof tooLate>(resolve => {
    timer = setTimeout(() => {
      resolve(tooLate)
      leaving.leave()
    }, PATIENCE_MS)
  })
  const whole = reading.then(async answer => ({
    status: answer.status,
    retry_after: answer.headers.get('retry-after'),
    text: await answer.text(),
  }))
  return Promise.race([whole, late]).finally(() => {
    clearTimeout(timer)
    stopListening?.()
  })
}

/** Lists are read with POST. What else is sent with POST may change something, unless it says that it reads. */
const isReading = ({ method, list, reads }: Api['endpoints'][number]) =>
  method === 'GET' || (method === 'POST' && (list !== undefined || reads === true))

const pattern = (method: string, path: string) =>
  new RegExp(`^${method} ${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)

const tooLate = {
  status: 504,
  retry_after: null,
  text: JSON.stringify({ success: false, error: { code: 'timeout', message: 'It took too long' } }),
}

const notARead = {
  status: 404,
  retry_after: null,
  text: JSON.stringify({ success: false, error: { code: NOT_A_READ, message: 'No such read' } }),
}
