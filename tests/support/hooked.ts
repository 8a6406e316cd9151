/** A system that is told of notifications: a real server on this machine, and a backend that may reach it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mayStillSee } from '../../backend/workflow/notifications/push-plan.service'
import { deliverDue } from '../../backend/workflow/webhooks/deliver.service'
import { notifyByMail } from '../../backend/workflow/notifications/notice-mails.service'
import { raise } from '../../backend/workflow/notifications/notifications.service'
import { locations, slots, tenants, type Person } from '../people'
import { testBackend } from './backend'

export const base = '/api/webhooks/v1'
export interface Got {
  path: string
  headers: IncomingMessage['headers']
  body: string
  bytes: Buffer
}
type Answer = (response: ServerResponse) => void
export const fine: Answer = response => response.writeHead(200).end('thank you')

export async function hookedBackend() {
  const got: Got[] = []
  const told = { answer: fine }
  const receiver = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const bytes = Buffer.concat(pieces)
      got.push({ path: request.url ?? '', headers: request.headers, body: bytes.toString('utf8'), bytes })
      told.answer(response)
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const backend = await testBackend({ env: { WEBHOOK_TEST_ORIGINS: origin } })
  let nr = 0
  const post = (path: string, body: object, as: Person = 'mihai') => backend.json(path, { as, body })
  return {
    backend,
    origin,
    /** What arrived. */
    got,
    /** How it answers. */
    told,
    post,
    /** All that is due. */
    deliver: (deps = backend.deps) => deliverDue(deps, mayStillSee),
    rows: () => backend.db.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute(),
    async newHook(more: object = {}) {
      const { status, body } = await post(`${base}/webhook`, {
        name: `Desk ${(nr += 1)}`,
        address: `${origin}/hook`,
        kinds: ['door'],
        ...more,
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { id: (body.data.webhook as { _id: string })._id, secret: body.data.secret as string }
    },
    async newChannel(more: object = {}) {
      const { status, body } = await post(`${base}/notification-channel`, {
        name: `Crew ${(nr += 1)}`,
        severities: ['alarm'],
        kinds: ['door'],
        ...more,
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return (body.data['notification-channel'] as { _id: string })._id
    },
    async doorOpens(place: 'cluj' | 'braila' = 'cluj') {
      backend.clock.advance(20 * 60_000)
      const slot = place === 'braila' ? slots.harbour : slots.bellLink
      await raise(
        backend.db,
        {
          template: 'door_open',
          tenantId: tenants.carpathia.id,
          resourceType: 'slot',
          resourceId: slot.id,
          details: { location_id: locations[place].id, slot_name: slot.serial },
          data: { serial: slot.serial, location: locations[place].name },
        },
        backend.clock(),
      )
      await notifyByMail(backend.deps)
    },
    async forget() {
      got.length = 0
      told.answer = fine
      await backend.db.deleteFrom('webhook_deliveries').execute()
      await backend.db.updateTable('webhooks').set({ archived_at: 1 }).execute()
      await backend.db.deleteFrom('notification_channels').execute()
      await backend.db.deleteFrom('push_browsers').execute()
      await backend.db.deleteFrom('mails').execute()
    },
    async close() {
      await backend.close()
      receiver.closeAllConnections()
      await new Promise(resolve => receiver.close(resolve))
    },
  }
}
