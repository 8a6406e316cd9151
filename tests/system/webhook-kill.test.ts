/** A backend that is killed while webhooks leave: each notification arrives, the same under the same id, and nothing arrives that was not told. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { raise } from '../../backend/notifications/notifications.service'
import { newId } from '../../backend/db/new-id'
import { locations, tenants } from '../people'
import { ownBackend, type OwnBackend } from '../support/own-backend'
import type { RunningProgram } from '../support/system'

const KILLS = 2
const EACH = 6

let backend: OwnBackend | undefined
let running: RunningProgram | undefined
const got: { id: string; body: string }[] = []
/** The first of each round is never answered: the kill comes while it is under way. */
const told = { hangs: false }
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => (body += piece))
  request.on('end', () => {
    got.push({ id: String(request.headers['webhook-id']), body })
    if (!told.hangs) response.writeHead(200).end()
  })
  request.on('error', () => response.destroy())
})
afterAll(async () => {
  await running?.end('SIGKILL')
  receiver.closeAllConnections()
  receiver.close()
  backend?.remove()
})

test('a backend killed while webhooks leave tells each notification, under one id, with one text', async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const env = { WEBHOOK_TEST_ORIGINS: origin }
  const own = (backend = await ownBackend())
  running = await own.start(env)
  const made = await fetch(`${own.url}/api/webhooks/v1/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await own.tokenOf('mihai')}`,
      'idempotency-key': 'the-only-webhook',
    },
    body: JSON.stringify({ name: 'Desk', address: `${origin}/hook`, kinds: ['door'] }),
  })
  expect(made.status).toBe(200)

  for (let kill = 0; kill < KILLS; kill++) {
    const before = got.length
    told.hangs = true
    await doorsOpen(own, kill)
    await vi.waitFor(() => expect(got.length).toBeGreaterThan(before), { timeout: 30_000, interval: 20 })
    running.process.kill('SIGKILL')
    await running.ended
    told.hangs = false
    // What the killed one had claimed waits until its claim is over, a minute later.
    await own.withDatabase(({ db }) =>
      db.updateTable('webhook_deliveries').set({ next_at: 0 }).where('state', '=', 'waiting').execute(),
    )
    running = await own.start(env)
    await vi.waitFor(async () => expect(await waiting(own)).toBe(0), { timeout: 60_000, interval: 200 })
  }
  await running.end()
  running = undefined

  const stored = await own.withDatabase(({ db }) =>
    db.selectFrom('webhook_deliveries').select(['id', 'state', 'body']).execute(),
  )
  expect(stored).toHaveLength(KILLS * EACH)
  expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(['delivered']))
  const texts = new Map(got.map(({ id, body }) => [id, body]))
  expect(got.filter(({ id, body }) => texts.get(id) !== body)).toEqual([])
  expect([...texts.values()].sort()).toEqual(stored.map(({ body }) => body).sort())
  // The one under way at each kill came twice, as the receiver is told that it may: no other did.
  expect(got.length - texts.size).toBe(KILLS)
})

const waiting = (own: OwnBackend) =>
  own.withDatabase(
    async ({ db }) =>
      (await db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'waiting').execute())
        .length,
  )

/** Written beside the running backend, which has to find them by itself: one door of each of so many slots. */
const doorsOpen = (own: OwnBackend, round: number) =>
  own.withDatabase(async ({ db }) => {
    for (let nr = 0; nr < EACH; nr++) {
      const serial = `DOOR-${round}-${nr}`
      await raise(
        db,
        {
          template: 'door_open',
          tenantId: tenants.carpathia.id,
          resourceType: 'slot',
          resourceId: newId(),
          details: { location_id: locations.cluj.id, slot_name: serial },
          data: { serial, location: locations.cluj.name },
        },
        Date.now(),
      )
    }
  })
