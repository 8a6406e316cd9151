/** The demo network in a database: made once, its past told in the background, its present fed over HTTP. */
import { HOUR_MS } from '../platform/contract/durations'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedRoles } from '../identity/auth/roles'
import { latestMeters } from '../telemetry/judgement/latest.service'
import { movementNames } from '../telemetry/readings/meters.contract'
import { startRunner } from '../platform/tasks/runner'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { slowness } from '../../tests/support/slowness'
import { datesOf } from '../accounting/fiscal-reports/monthly-reports.service'
import { demoHistory } from './history.service'
import { tellHistory } from './history'
import { planNetwork, type Network } from './network'
import { DEMO_SEED, seedNetwork } from './seed'
import { demoSignIns } from '../identity/auth/demo-sign-ins'
import { startSimulator } from './simulator'

const friday = Date.UTC(2026, 10, 20, 10, 47)

describe('the demo network in a database', () => {
  let backend: TestBackend
  let network: Network
  const location = () => network.tenants.find(one => one.key === 'cetate')?.id ?? ''
  beforeAll(async () => {
    backend = await testBackend({ empty: true, env: { DEMO: 'on' } })
    backend.clock.set(friday)
    network = planNetwork(DEMO_SEED, friday)
    await seedRoles(backend.db, friday)
  })
  afterAll(() => backend.close())

  const count = async (table: 'tenants' | 'locations' | 'slots' | 'smibs' | 'users' | 'tasks') =>
    Number(
      (
        await backend.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  it('is made once, and quickly', async () => {
    const started = performance.now()
    expect(await seedNetwork(backend.deps)).toEqual({ seeded: true })
    expect(performance.now() - started).toBeLessThan(8_000 * slowness())
    expect(await seedNetwork(backend.deps)).toEqual({ seeded: false })
    expect([
      await count('tenants'),
      await count('locations'),
      await count('slots'),
      await count('smibs'),
      await count('users'),
      await count('tasks'),
    ]).toEqual([3, 14, 320, 322, 5, 3])
  })

  it('lets its people sign in, all but one of the same tenant', async () => {
    const tenants = new Set<unknown>()
    for (const { username, password } of demoSignIns) {
      const { body } = await backend.json('/api/authorization/v1/login', {
        body: { username, password, generate_refresh_token: false, decoded_permissions: true },
      })
      expect(body.success).toBe(true)
      tenants.add((body.data.user as { tenant_id: string }).tenant_id)
    }
    expect(tenants.size).toBe(2)
    expect(tenants).toContain(network.tenants[0]?.id)
  })

  it("never touches a network that is somebody's own, nor one that wants none", async () => {
    const inhabited = await testBackend({ env: { DEMO: 'on' } })
    expect(await seedNetwork(inhabited.deps)).toEqual({ seeded: false })
    expect(await inhabited.db.selectFrom('demo_network').selectAll().execute()).toEqual([])
    await inhabited.close()
    const unwanted = await testBackend({ empty: true, env: { DEMO: 'off' } })
    expect(await seedNetwork(unwanted.deps)).toEqual({ seeded: false })
    await unwanted.close()
  })

  it('tells its past to the end, over a stop in the middle, and every roll-up agrees with what was drawn', async () => {
    await backend.db.deleteFrom('tasks').where('tenant_id', '!=', location()).execute()
    const task = () => backend.db.selectFrom('tasks').selectAll().executeTakeFirstOrThrow()
    const first = startRunner(backend.deps, [demoHistory], { pollMs: 20 })
    while ((await task()).progress < 1_500) await pause(50)
    await first.stop()
    expect((await task()).state).toBe('queued')
    const second = startRunner(backend.deps, [demoHistory], { pollMs: 20 })
    while ((await task()).state !== 'done') await pause(100)
    await second.stop()
    expect(JSON.parse((await task()).result ?? '')).toMatchObject({ refused: 0 })

    // The hall's books have been sealed meanwhile: its last whole month, and the days of the history before it.
    const sealed = await backend.db
      .selectFrom('daily_reports')
      .select(['day', 'sealed_by'])
      .where('state', '=', 'sealed')
      .orderBy('day')
      .execute()
    expect(sealed.map(({ day }) => day).slice(-31)).toEqual(datesOf('2026-10'))
    expect(sealed[0]).toEqual({ day: '2026-09-21', sealed_by: 'Horațiu Șerban' })
    const months = await backend.db
      .selectFrom('monthly_reports')
      .select(['month', 'state'])
      .orderBy('month')
      .execute()
    expect(months).toEqual([
      { month: '2026-09', state: 'draft' },
      { month: '2026-10', state: 'sealed' },
    ])
    const late = await backend.db.selectFrom('late_movements').select('day').execute()
    expect(late).toEqual([])

    const drawn = new Map<string, { readings: number; coinIn: number; games: number }>()
    const slots = network.machines.filter(one => one.tenantId === location())
    const last = new Map<string, Record<string, number>>()
    for (const { messages } of tellHistory(network, slots)) {
      for (const message of new Set(messages)) {
        for (const { game_nr = 0, meters } of message.counters ?? []) {
          if (game_nr > 0) continue
          const before = last.get(message.smib_id)
          const sum = drawn.get(message.smib_id) ?? { readings: 0, coinIn: 0, games: 0 }
          const moved = (code: string) =>
            !before
              ? 0
              : (meters[code] ?? 0) >= (before[code] ?? 0)
                ? (meters[code] ?? 0) - (before[code] ?? 0)
                : (before[code] ?? 0) > 9e7
                  ? (meters[code] ?? 0) - (before[code] ?? 0) + 1e8
                  : (meters[code] ?? 0)
          drawn.set(message.smib_id, {
            readings: sum.readings + 1,
            coinIn: sum.coinIn + moved('0000'),
            games: sum.games + moved('0005'),
          })
          last.set(message.smib_id, meters)
        }
      }
    }
    for (const table of ['counter_hours', 'counter_days'] as const) {
      const booked = await backend.db
        .selectFrom(table)
        .innerJoin('smibs', 'smibs.slot_id', `${table}.slot_id`)
        .where('game_nr', '=', 0)
        .select(({ fn }) => [
          'mac',
          fn.sum<number>('coin_in').as('coin_in'),
          fn.sum<number>('games_played').as('games'),
          fn.sum<number>('readings').as('readings'),
        ])
        .groupBy('mac')
        .execute()
      expect(booked).toHaveLength(drawn.size)
      for (const row of booked)
        expect([row.mac, Number(row.readings), Number(row.coin_in), Number(row.games)]).toEqual([
          row.mac,
          ...Object.values(drawn.get(row.mac) ?? {}),
        ])
    }
  }, 180_000)

  it('stays alive over HTTP: boards online, meters going on without a break, silent the moment it is stopped', async () => {
    const identity = async () => {
      const sums = await backend.db
        .selectFrom('counter_hours')
        .select(['slot_id', ...movementNames])
        .where('tenant_id', '=', location())
        .where('game_nr', '=', 0)
        .execute()
      const latest = await backend.db
        .selectFrom('counter_latest')
        .select(['slot_id', 'meters'])
        .where('game_nr', '=', 0)
        .execute()
      const firsts = new Map<string, number>()
      const rows = await backend.db
        .selectFrom('counter_readings')
        .select(['slot_id', 'current_credits', 'server_time'])
        .where('server_time', '=', network.historyStart)
        .execute()
      for (const row of rows) firsts.set(row.slot_id, Number(row.current_credits))
      expect(firsts.size).toBe(25)
      for (const { slot_id, meters } of latest) {
        const first = firsts.get(slot_id)
        if (first === undefined) continue
        const of = (name: (typeof movementNames)[number]) =>
          sums.filter(row => row.slot_id === slot_id).reduce((sum, row) => sum + Number(row[name]), 0)
        const credits = Number(latestMeters(meters).current_credits)
        const paid = of('handpaid_cancelled') + of('hopper_out') + of('ticket_out') + of('electronic_out')
        expect(credits - first).toBe(of('total_drop') + of('coin_out') - of('coin_in') - paid)
      }
    }
    await identity()
    // Two months of ordinary play, with a rollover and clearings: nothing of it is doubtful.
    expect(
      await backend.db
        .selectFrom('counter_readings')
        .select('repairs')
        .where('held', 'is not', null)
        .execute(),
    ).toEqual([])
    const send = (url: string, init: RequestInit) =>
      Promise.resolve(backend.app.request(new URL(url).pathname, init))
    const newest = async () =>
      Number(
        (
          await backend.db
            .selectFrom('messages')
            .select(({ fn }) => fn.max('server_time').as('at'))
            .executeTakeFirstOrThrow()
        ).at,
      )
    const live = async (forMs: number) => {
      const simulator = startSimulator(backend.deps, { baseUrl: 'http://backend', tickMs: 10, fetch: send })
      const end = backend.clock() + forMs
      while (backend.clock() < end) {
        backend.clock.advance(20_000)
        await pause(60)
      }
      // However long a delivery took while the clock went on: what is due by now is told by now.
      while (backend.clock() - (await newest()) >= 120_000) await pause(20)
      await simulator.stop()
    }
    await live(20 * 60_000)
    const before = await newest()
    expect(backend.clock() - before).toBeLessThan(120_000)
    await identity()
    backend.clock.advance(5 * HOUR_MS)
    await pause(50)
    expect(await newest()).toBe(before)

    await live(12 * 60_000)
    await identity()
    expect(
      await backend.db.selectFrom('sequence_breaks').select('id').where('at', '>', friday).execute(),
    ).toEqual([])
    const hours = await backend.db
      .selectFrom('counter_hours')
      .select('hour_start')
      .distinct()
      .where('hour_start', '>=', network.historyEnd)
      .where('tenant_id', '=', location())
      .execute()
    expect(hours.length).toBeGreaterThanOrEqual(6)
    const tokens = await backend.db
      .selectFrom('api_tokens')
      .selectAll()
      .where('name', '=', 'demo simulator')
      .execute()
    expect(tokens.filter(token => token.revoked_at === null)).toHaveLength(1)
    const online = await backend.db
      .selectFrom('smibs')
      .select('id')
      .where('tenant_id', '=', location())
      .where('last_seen_at', '>', backend.clock() - 5 * 60_000)
      .execute()
    expect(online.length).toBeGreaterThan(20)
  }, 120_000)
})
