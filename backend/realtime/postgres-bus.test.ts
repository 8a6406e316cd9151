import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bus, BusMessage } from './bus'
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
})
