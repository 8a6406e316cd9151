/** What a console does with a sending whose files are to be made, with bytes of our own instead of files. */
import { createHash } from 'node:crypto'
import {
  rendererKey,
  rendererPaths,
  rendererProof,
  type RenderOrder,
} from '../../backend/accounting/report-schedules/report-renderer.contract'
import type { TestBackend } from './backend'

export function consoleOf(backend: () => TestBackend, secret: string) {
  const proven = (path: string, what: readonly (string | number)[], by = secret) => {
    const at = backend().clock()
    return { at, proof: rendererProof(rendererKey(by), [path, ...what, at]) }
  }
  const next = async () => {
    const body = proven(rendererPaths.next, [])
    const answer = await backend().json<{ data: { order: RenderOrder | null } }>(rendererPaths.next, { body })
    return answer.body.data.order
  }
  const hand = async ({ sending, lease }: RenderOrder, report: number, format: string, body: string) => {
    const sha256 = createHash('sha256').update(body).digest('hex')
    const { at, proof } = proven(rendererPaths.file, [sending, lease, report, format, sha256])
    const query = new URLSearchParams({
      ...{ sending, lease: String(lease), report: String(report), format, sha256 },
      ...{ at: String(at), proof },
    })
    return (await backend().json(`${rendererPaths.file}?${query.toString()}`, { method: 'POST', body }))
      .status
  }
  const done = async ({ sending, lease }: RenderOrder, files: number, outcome = 'made') => {
    const body = {
      ...{ sending, lease, files, outcome },
      ...proven(rendererPaths.done, [sending, lease, files, outcome]),
    }
    return (await backend().json(rendererPaths.done, { body })).status
  }
  /** All of it; null when nothing waits. Throws for what is refused. */
  async function render(): Promise<RenderOrder | null> {
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
  return { proven, next, hand, done, render }
}
