/**
 * A backend that is killed while webhooks leave: every notification arrives, as it was written, and what is told twice
 * has one id.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../../backend/platform/db/new-id'
import { raise } from '../../backend/workflow/notifications/notifications.service'
import { signatureOf } from '../../backend/workflow/webhooks/signature'
import { locations, tenants } from '../people'
import { ownBackend, type OwnBackend } from '../support/own-backend'
import type { RunningProgram } from '../support/system'

const NEWS = 16
const KILLS = 3
const PER_KILL = 4

let backend: OwnBackend | undefined
let running: RunningProgram | undefined
const got: { id: string; body: string; timestamp: number; signature: string; answered: boolean }[] = []
/** At so many requests the program is killed: before its answer, or as soon as it has it. */
let killAt = Infinity
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => (body += piece))
  request.on('end', () => {
    const text = (name: string) => String(request.headers[name])
    const dies = got.length + 1 === killAt
    const answers = !dies || killAt % (2 * PER_KILL) === 0
    got.push({
      id: text('webhook-id'),
      body,
      timestamp: Number(text('webhook-timestamp')),
      signature: text('webhook-signature'),
      answered: answers,
    })
    if (answers) response.writeHead(200).end(() => dies && running?.process.kill('SIGKILL'))
    else running?.process.kill('SIGKILL')
  })
})
afterAll(async () => {
  await running?.end('SIGKILL')
  receiver.closeAllConnections()
  receiver.close()
  backend?.remove()
})

test('a backend killed while it tells another system loses no notification, changes none, and repeats under the same id', async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const own = (backend = await ownBackend())
  const start = () => own.start({ WEBHOOK_TEST_ORIGINS: origin })
  killAt = PER_KILL
  running = await start()
  const made = await fetch(`${own.url}/api/webhooks/v1/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await own.tokenOf('mihai')}`,
    },
    body: JSON.stringify({ name: 'Desk', address: `${origin}/hook`, kinds: ['door'] }),
  })
  const { secret } = ((await made.json()) as { data: { secret: string } }).data
  await own.withDatabase(async ({ db }) => {
    for (let nr = 0; nr < NEWS; nr += 1)
      await raise(
        db,
        {
          template: 'door_open',
          tenantId: tenants.carpathia.id,
          resourceType: 'slot',
          resourceId: newId(),
          details: { location_id: locations.cluj.id, slot_name: `S-${nr}` },
          data: { serial: `S-${nr}`, location: locations.cluj.name },
        },
        Date.now(),
      )
  })
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await running.ended
    killAt = kill === KILLS ? Infinity : (kill + 1) * PER_KILL
    // Stands for the minute after which what a killed process had begun, or held for itself, is anybody's.
    await own.withDatabase(async ({ db }) => {
      await db.updateTable('webhook_deliveries').set({ next_at: 0 }).where('state', '=', 'waiting').execute()
      await db.deleteFrom('leases').execute()
    })
    running = await start()
  }
  const delivered = () =>
    own.withDatabase(({ db }) =>
      db.selectFrom('webhook_deliveries').select(['id', 'body', 'state']).orderBy('id').execute(),
    )
  await vi.waitFor(
    async () => {
      const rows = await delivered()
      expect([rows.length, rows.filter(row => row.state !== 'delivered').length]).toEqual([NEWS, 0])
    },
    { timeout: 60_000, interval: 200 },
  )

  const rows = await delivered()
  const bodies = new Map(rows.map(row => [row.body, row.id]))
  expect(bodies.size).toBe(NEWS)
  const answered = got.filter(one => one.answered)
  expect(new Set(answered.map(one => one.id)).size, 'each was answered').toBe(NEWS)
  expect(new Set(got.map(one => one.body)).size, 'none as another').toBe(NEWS)
  expect(new Set(got.map(one => `${one.id} ${one.body}`)).size, 'one id for one content').toBe(NEWS)
  expect(got.filter(one => !bodies.has(one.body))).toEqual([])
  expect(got.filter(one => signatureOf(secret, one) !== one.signature)).toEqual([])
  // What was under way when the program died was told once more, and nothing else was.
  expect(got.length - NEWS).toBeGreaterThan(0)
  expect(got.length - NEWS).toBeLessThanOrEqual(KILLS)
})
