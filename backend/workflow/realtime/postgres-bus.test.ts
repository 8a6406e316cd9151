import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bus, BusMessage } from '../../platform/bus/bus'
import { postgresBus } from './postgres-bus'

const url = process.env.TEST_DATABASE_URL

describe.skipIf(!url)('the bus on PostgreSQL', () => {
  let buses: [Bus, Bus]
  beforeAll(async () => {
    const log = pino({ level: 'silent' })
    buses = [await postgresBus(url ?? '', log), await postgresBus(url ?? '', log)]
  })
  afterAll(() => Promise.all(buses.map(bus => bus.close())))
  const message = (id: string): BusMessage => ({ topic: 'notification', tenantId: 'a', data: { id } })

  it('carries a message from one backend to all, itself included', async () => {
    const heard: string[][] = [[], []]
    const stops = buses.map((bus, index) => bus.subscribe(({ data }) => heard[index]?.push(String(data.id))))
    await buses[0].publish(message('one'))
    await buses[1].publish(message('two'))
    await expect
      .poll(() => heard)
      .toEqual([
        ['one', 'two'],
        ['one', 'two'],
      ])
    for (const stop of stops) stop()
    await buses[0].publish(message('three'))
    expect(heard[0]).toHaveLength(2)
  })

  it('takes no message that PostgreSQL could not carry', async () => {
    await expect(buses[0].publish(message('x'.repeat(8000)))).rejects.toThrow('7000')
  })

  it('comes back after its connection was cut, and ignores what is no message', async () => {
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen backoffice_bus%' or query like 'select pg_notify%' and pid <> pg_backend_pid()",
    )
    const heard: string[] = []
    buses[1].subscribe(({ data }) => heard.push(String(data.id)))
    await expect
      .poll(
        async () => {
          await admin.query("select pg_notify('backoffice_bus', 'no json')")
          await buses[0].publish(message('back'))
          return heard.length
        },
        { timeout: 10_000, interval: 100 },
      )
      .toBeGreaterThan(0)
    await admin.end()
  })

  it('says so where a pooler takes its subscription and passes nothing on', async () => {
    const pooler = await withoutNotifications(new URL(url ?? ''))
    const lines: string[] = []
    const bus = await postgresBus(pooler.url, pino({ level: 'warn' }, { write: line => lines.push(line) }))
    await expect
      .poll(() => lines.join(), { timeout: 12_000, interval: 100 })
      .toContain('PgBouncer: pool_mode = session')
    await bus.close()
    await pooler.stop()
  }, 15_000)

  it('says nothing where notifications arrive', async () => {
    const lines: string[] = []
    const bus = await postgresBus(url ?? '', pino({ level: 'warn' }, { write: line => lines.push(line) }))
    await new Promise(resolve => setTimeout(resolve, 5_300))
    await bus.close()
    expect(lines).toEqual([])
  }, 15_000)
})

/** A proxy that leaves NotificationResponse (`A`, PostgreSQL's message formats) out of what the server sends. */
async function withoutNotifications(server: URL): Promise<{ url: string; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const proxy = createServer(client => {
    const upstream = connect(Number(server.port), server.hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    client.pipe(upstream)
    upstream.on('end', () => client.end())
    let rest = Buffer.alloc(0)
    upstream.on('data', (piece: Buffer) => {
      rest = Buffer.concat([rest, piece])
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const length = 1 + rest.readUInt32BE(1)
        if (rest[0] !== 'A'.charCodeAt(0)) client.write(rest.subarray(0, length))
        rest = rest.subarray(length)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = new URL(server)
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as AddressInfo).port)
  return {
    url: through.href,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
