/** What a console does with a sending whose files are to be made, with bytes of our own instead of files. */
import { createHash } from 'node:crypto'
import {
  pressKey,
  pressPaths,
  pressProof,
  type PressOrder,
} from '../../backend/accounting/report-schedules/press.contract'
import type { TestBackend } from './backend'

export function consoleOf(backend: () => TestBackend, secret: string) {
  const proven = (path: string, what: readonly (string | number)[], by = secret) => {
    const at = backend().clock()
    return { at, proof: pressProof(pressKey(by), [path, ...what, at]) }
  }
  const next = async () => {
    const body = proven(pressPaths.next, [])
    const answer = await backend().json<{ data: { order: PressOrder | null } }>(pressPaths.next, { body })
    return answer.body.data.order
  }
  const hand = async ({ sending, lease }: PressOrder, report: number, format: string, body: string) => {
    const sha256 = createHash('sha256').update(body).digest('hex')
    const { at, proof } = proven(pressPaths.file, [sending, lease, report, format, sha256])
    const query = new URLSearchParams({
      ...{ sending, lease: String(lease), report: String(report), format, sha256 },
      ...{ at: String(at), proof },
    })
    return (await backend().json(`${pressPaths.file}?${query.toString()}`, { method: 'POST', body })).status
  }
  const done = async ({ sending, lease }: PressOrder, files: number, outcome = 'made') => {
    const body = {
      ...{ sending, lease, files, outcome },
      ...proven(pressPaths.done, [sending, lease, files, outcome]),
    }
    return (await backend().json(pressPaths.done, { body })).status
  }
  /** All of it; null when nothing waits. Throws for what is refused. */
  async function press(): Promise<PressOrder | null> {
    const order = await next()
    if (!order) return null
    const statuses: number[] = []
    for (const [nr] of order.reports.entries())
      for (const format of order.formats)
        statuses.push(await hand(order, nr, format, `${format} of ${order.sending} ${nr}`))
    statuses.push(await done(order, order.reports.length * order.formats.length))
    if (statuses.some(status => status !== 200)) throw new Error(`refused: ${statuses.join(' ')}`)
    return order
  }
  return { proven, next, hand, done, press }
}
