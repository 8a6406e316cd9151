/** Webhooks of two tenants, one of them archived, and what was sent to them in each state. */
import { newId } from '../../backend/platform/db/new-id'
import { putDeliveries } from '../../backend/workflow/webhooks/webhook-deliveries.service'
import { locations, tenants } from '../people'
import type { TestBackend } from './backend'

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>

const base = '/api/webhooks/v1'

export async function fillWebhooks({ db, clock }: TestBackend, demand: Demand): Promise<void> {
  for (const [nr, [tenant, location]] of (
    [
      [tenants.carpathia.id, locations.cluj.id],
      [tenants.carpathia.id, locations.braila.id],
      [tenants.lusitania.id, null],
      [tenants.carpathia.id, null],
    ] as const
  ).entries()) {
    const hook =
      (
        await demand(`${base}/webhook`, {
          name: `Desk ${nr}`,
          address: `https://desk${nr}.example.com/hook`,
          kinds: ['door', 'connection'],
          tenant,
          location,
        })
      ).webhook?._id ?? ''
    await putDeliveries(
      db,
      (['waiting', 'delivered', 'failed'] as const).map(state => {
        const at = clock()
        clock.advance(1_000)
        return {
          id: newId(at),
          tenant_id: tenant,
          location_id: location,
          receiver_id: hook,
          user_id: null,
          notification_id: newId(at),
          kind: 'door',
          body: '{}',
          state,
          attempts: state === 'waiting' ? 0 : 8,
          replays: 0,
          next_at: at,
          answer_code: state === 'waiting' ? null : state === 'delivered' ? 204 : 500,
          answer: null,
          problem: state === 'failed' ? ('answered' as const) : null,
          delivered_at: state === 'delivered' ? at : null,
          search: `desk ${nr}`,
          version: 1,
          archived_at: null,
          created_at: at,
          updated_at: at,
        }
      }),
    )
    if (nr === 3) await demand(`${base}/archive/webhook/${hook}`, undefined)
  }
  for (const [nr, kind] of (['slack', 'teams', 'telegram', 'slack'] as const).entries()) {
    const made = await demand(`${base}/notification-channel`, {
      name: `Crew ${nr}`,
      kind,
      tenant: nr === 2 ? tenants.lusitania.id : tenants.carpathia.id,
      secret:
        kind === 'telegram' ? '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11' : 'https://hooks.example.com/T/B/X',
      ...(kind === 'telegram' && { recipient: '@crew_on_call' }),
      severities: ['alarm'],
      kinds: ['door'],
      locations: nr === 0 ? [locations.cluj.id] : [],
    })
    if (nr === 3)
      await demand(`${base}/archive/notification-channel/${made['notification-channel']?._id}`, undefined)
  }
}
