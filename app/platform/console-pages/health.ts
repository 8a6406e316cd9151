import { json } from '@remix-run/node'
import { zoneData } from '../../../backend/platform/contract/time-zone'
import { exchange } from '../../api/transport.server'
import { env } from '../../process/env.server'
import { open } from '../../session/guard.server'
import { sessionStore } from '../../session/session.server'

/**
 * 200 while this console can serve: a backend that is away is reported, not answered with a refusal, since pages still
 * say so.
 */
export const loader = open(async ({ requestId }) => {
  const [store, backend] = await Promise.all([storeHealth(), backendHealth(requestId)])
  const status = store !== 'ok' ? 'failed' : backend === 'ok' ? 'ok' : 'degraded'
  const body = { status, store, backend, zone_data: zoneData.version }
  return json(body, { status: store === 'ok' ? 200 : 503 })
})

const storeHealth = () =>
  sessionStore()
    .read('health')
    .then(
      () => 'ok' as const,
      () => 'failed' as const,
    )

async function backendHealth(requestId: string): Promise<'ok' | 'unreachable' | 'unwell'> {
  try {
    const { status } = await exchange({
      method: 'GET',
      url: `${env().apiUrl}/health`,
      headers: { 'x-request-id': requestId },
      write: false,
      repeatable: true,
      timeLimitMs: 1_500,
    })
    return status === 200 ? 'ok' : 'unwell'
  } catch {
    return 'unreachable'
  }
}
