import { serve } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slowness } from '../../../tests/support/slowness'
import { createApiToken } from '../../identity/auth/api-tokens'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { attachRealtime, REALTIME_PATH } from './websocket'

let backend: TestBackend
let server: Server
let realtime: { stop(): Promise<void> }
const open: Client[] = []
beforeAll(async () => {
  backend = await testBackend()
  server = serve({ fetch: backend.app.fetch, port: 0 }) as Server
  await new Promise(resolve => server.once('listening', resolve))
  realtime = attachRealtime(server, backend.deps)
})
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await realtime.stop()
  server.close()
  await backend.close()
})

interface Said {
  event: string
  data: unknown
}
class Client {
  readonly said: Said[] = []
  readonly closed: Promise<number>
  constructor(readonly socket: WebSocket) {
    socket.on('message', raw => this.said.push(JSON.parse(String(raw)) as Said))
    socket.on('error', () => {})
    this.closed = new Promise(resolve => socket.on('close', code => resolve(code)))
  }
  login(token: string): void {
    this.socket.send(JSON.stringify({ event: 'login', data: { token: `Bearer ${token}` } }))
  }
  heard = async (number: number): Promise<Said[]> => {
    await expect.poll(() => this.said.length).toBeGreaterThanOrEqual(number)
    return this.said
  }
}
async function connect(path = REALTIME_PATH): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  const client = new Client(socket)
  open.push(client)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return client
}
async function signedIn(person: Person): Promise<Client> {
  const client = await connect()
  client.login(await backend.login(person))
  expect(await client.heard(1)).toEqual([{ event: 'login', data: 'ok' }])
  return client
}
let seq = 0
/** Slots far enough apart in kind that nothing is folded. */
const alarm = (smib: keyof typeof smibs, code: string) =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs[smib].mac,
      message_seq_nr: ++seq,
      server_time_nano: `${backend.clock()}000000`,
      events: [{ event_seq_nr: seq, code }],
    },
  ])
const settled = () => new Promise(resolve => setTimeout(resolve, 150))

describe('the realtime connection', () => {
  it('tells each person what happened in their own tenant, and nobody what they may not see', async () => {
    const [olga, paulo, ana, nora] = [
      await signedIn('olga'),
      await signedIn('paulo'),
      await signedIn('ana'),
      await signedIn('nora'),
    ]
    await alarm('bellLink', '51')
    expect((await olga.heard(2))[1]).toMatchObject({
      event: 'notification',
      data: { resource_type: 'slot', resource_details: { slot_id: slots.bellLink.id }, seen: false },
    })
    await alarm('ribeira', '7A')
    expect((await paulo.heard(2))[1]).toMatchObject({
      data: { resource_details: { slot_id: slots.ribeira.id } },
    })
    await ana.heard(3)
    await settled()
    expect([olga.said.length, paulo.said.length, nora.said.length]).toEqual([2, 2, 1])
  })

  it('answers "unauthorized" to a token that is none, tells such a client nothing, and lets it sign in after that', async () => {
    const client = await connect()
    client.login('nonsense')
    expect(await client.heard(1)).toEqual([{ event: 'login', data: 'unauthorized' }])
    await alarm('novoline', '51')
    client.login(backend.ingestTokens.system)
    expect((await client.heard(2))[1]).toEqual({ event: 'login', data: 'unauthorized' })
    client.login(await backend.login('olga'))
    expect((await client.heard(3))[2]).toEqual({ event: 'login', data: 'ok' })
    expect(client.said).toHaveLength(3)
  })

  it('answers "unauthorized" to whoever says their token in another form, and stays open for the right one', async () => {
    const token = await backend.login('olga')
    for (const said of [
      { event: 'login', data: { token } },
      { event: 'login', data: token },
      { event: 'login', token: `Bearer ${token}` },
      { event: 'login' },
      { token },
      token,
      `Bearer ${token}`,
    ]) {
      const client = await connect()
      client.socket.send(typeof said === 'string' ? said : JSON.stringify(said))
      expect(await client.heard(1), JSON.stringify(said).slice(0, 40)).toEqual([
        { event: 'login', data: 'unauthorized' },
      ])
      client.login(token)
      expect((await client.heard(2))[1]).toEqual({ event: 'login', data: 'ok' })
    }
  })

  it('gives up on whoever guesses, floods or talks nonsense', async () => {
    const guesser = await connect()
    for (let tries = 0; tries < 5; tries++) guesser.login(`wrong-${tries}`)
    expect(await guesser.closed).toBe(4401)
    const talker = await connect()
    talker.socket.send('hello')
    expect(await talker.closed).toBe(1008)
    const shouter = await connect()
    shouter.socket.send('x'.repeat(20_000))
    expect(await shouter.closed).toBe(1009)
    const flood = await connect()
    for (let count = 0; count < 50; count++) flood.login('wrong')
    expect(await flood.closed).toBe(1006)
  })

  it('ends when the sign-in ends', async () => {
    const client = await signedIn('mihai')
    await backend.db
      .updateTable('token_families')
      .set({ ended_at: backend.clock(), ended_reason: 'sign_out' })
      .execute()
    backend.clock.advance(5_000)
    await alarm('harbour', '51')
    expect(await client.closed).toBe(4401)
    expect(client.said.at(-1)).toEqual({ event: 'login', data: 'unauthorized' })
  })

  it('serves an API token that reads, and ends at once when that is revoked', async () => {
    const { id, token } = await createApiToken(
      backend.db,
      { tenantId: tenants.carpathia.id, name: 'a dashboard', permissions: ['slot::list', 'slot::get'] },
      backend.clock(),
    )
    const client = await connect()
    client.login(token)
    expect(await client.heard(1)).toEqual([{ event: 'login', data: 'ok' }])
    const revoked = await backend.json('/api/authorization/v1/api-token-revoke', {
      as: 'ana',
      body: { ids: [id], reason: 'the dashboard was given away' },
    })
    expect(revoked.status).toBe(200)
    expect(await client.closed).toBe(4401)
  })

  it('ends when the token runs out', async () => {
    const token = await backend.login('olga')
    backend.clock.advance(15 * 60_000 - 300)
    const client = await connect()
    client.login(token)
    await client.heard(1)
    expect(client.said[0]?.data).toBe('ok')
    expect(await client.closed).toBe(4401)
  })

  it('tells what was announced before its commit, and nothing of what was rolled back', async () => {
    const olga = await signedIn('olga')
    await backend.deps.bus.publish({ topic: 'notification', tenantId: 'x', data: { id: 'f'.repeat(24) } })
    await backend.deps.bus.publish({ topic: 'notification', tenantId: 'x', data: { id: 7 } })
    await alarm('harbour', '2C')
    await olga.heard(2)
    expect(olga.said).toHaveLength(2)
  })

  it('is at one path only', async () => {
    await expect(connect('/api/elsewhere')).rejects.toThrow('404')
    await expect(connect('//')).rejects.toThrow('404')
  })

  it('closes with the server, within its grace', async () => {
    const client = await signedIn('olga')
    const started = Date.now()
    await realtime.stop()
    expect(await client.closed).toBe(1001)
    expect(Date.now() - started).toBeLessThan(2000 * slowness())
    realtime = attachRealtime(server, backend.deps)
  })
})
