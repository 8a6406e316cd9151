/** The demo's slots are told what to do, and answer as slots do. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedRoles } from '../identity/auth/roles'
import { expireCommands } from '../estate/control/expiry.service'
import { orderCommand, orderPlay } from '../estate/orders/orders.service'
import { systemActor } from '../platform/request/actor'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { moodOf, reactionsTo, type Mood } from './command-answers'
import { planNetwork, type DemoSlot, type Network } from './network'
import { DEMO_SEED, seedNetwork } from './seed'
import { startSimulator } from './simulator'

const friday = Date.UTC(2026, 10, 20, 10, 47)
const network: Network = planNetwork(DEMO_SEED, friday)
const calm = { locked: false, credits: 0, assetNo: 410_000 }

describe('what a machine answers', () => {
  const moods = network.machines.map(slot => ({ machine: slot, mood: moodOf(slot, DEMO_SEED, friday) }))
  const lockOf = (slot: DemoSlot) => reactionsTo({ kind: 'lock', input: {} }, slot, calm, DEMO_SEED, friday)

  it('says how many of the missing messages it still had', () => {
    const [slot] = network.machines
    const asked = { kind: 'smib_command', input: { type: 'resend', missing: [{ from: 4, to: 6 }] } } as const
    const resent = (remembered: number[]) =>
      slot && reactionsTo(asked, slot, { ...calm, remembered }, DEMO_SEED, friday)[0]?.answer.data
    expect(resent([3, 4, 5, 9])).toEqual({ resent: 2 })
    expect(resent([])).toEqual({ resent: 0 })
  })

  it('is the same for the same seed and moment', () => {
    expect(network.machines.map(lockOf)).toEqual(network.machines.map(lockOf))
  })

  it('is mostly done within three seconds; some are played on, open, late or silent', () => {
    const counted = (mood: Mood) => moods.filter(one => one.mood === mood).length
    expect(counted('prompt') + counted('playing')).toBeGreaterThan(network.machines.length * 0.85)
    for (const mood of ['playing', 'door_open', 'late', 'silent'] as const)
      expect([mood, counted(mood) > 0]).toEqual([mood, true])
    for (const { machine: slot, mood } of moods) {
      const told = lockOf(slot).map(({ afterMs, answer }) => ({ ...answer, afterMs }))
      const last = told.at(-1)
      if (mood === 'silent') expect(told).toEqual([])
      if (mood === 'prompt')
        expect(last).toMatchObject({
          outcome: 'done',
          afterMs: expect.toSatisfy((ms: number) => ms <= 3_000) as number,
        })
      if (mood === 'playing')
        expect(told).toMatchObject([
          { outcome: 'busy', code: 'game_in_progress' },
          {
            outcome: 'done',
            afterMs: expect.toSatisfy((ms: number) => ms >= 11_000 && ms <= 43_000) as number,
          },
        ])
      if (mood === 'door_open') expect(last).toMatchObject({ outcome: 'refused', code: 'door_open' })
      if (mood === 'late') expect(last?.afterMs).toBeGreaterThan(60_000)
    }
  })

  it('to AFT is a refusal where the machine has none, and a registration where it has', () => {
    for (const { machine: slot } of moods.filter(({ mood }) => mood === 'prompt')) {
      const [told] = reactionsTo(
        { kind: 'aft_refresh_registration', input: {} },
        slot,
        calm,
        DEMO_SEED,
        friday,
      )
      expect(told?.answer).toMatchObject(
        slot.profile.cashless
          ? { outcome: 'done', data: { asset_number: 410_000 } }
          : { outcome: 'refused', code: 'not_supported' },
      )
    }
  })
})

describe("the demo network's boards", () => {
  let backend: TestBackend
  let simulator: ReturnType<typeof startSimulator>
  beforeAll(async () => {
    backend = await testBackend({ empty: true, env: { DEMO: 'on' } })
    backend.clock.set(friday)
    await seedRoles(backend.db, friday)
    await seedNetwork(backend.deps)
    await backend.db.deleteFrom('tasks').execute()
    const send = (url: string, init: RequestInit) =>
      Promise.resolve(backend.app.request(new URL(url).pathname, init))
    simulator = startSimulator(backend.deps, {
      baseUrl: 'http://backend',
      tickMs: 10,
      askMs: 20,
      refreshMs: 30,
      fetch: send,
    })
  })
  afterAll(async () => {
    await simulator.stop()
    await backend.close()
  })

  const slotWith = (wanted: Mood, more: (slot: DemoSlot) => boolean = () => true) => {
    const slot =
      network.machines.find(
        one =>
          one.smib &&
          one.status === 'active' &&
          one.story &&
          moodOf(one, DEMO_SEED, friday) === wanted &&
          more(one),
      ) ??
      network.machines.find(
        one => one.smib && one.status === 'active' && moodOf(one, DEMO_SEED, friday) === wanted && more(one),
      )
    if (!slot) throw new Error(`no machine is ${wanted}`)
    return slot
  }
  const place = (slot: DemoSlot) => ({
    tenantId: slot.tenantId,
    locationId: slot.locationId,
    slotId: slot.slotId,
    smibId: slot.smib?.id ?? null,
    reason: 'Test',
  })
  const lock = (slot: DemoSlot) =>
    backend.db.transaction().execute(async db => {
      await db.updateTable('slots').set({ status: 'locked' }).where('id', '=', slot.slotId).execute()
      await orderPlay(db, systemActor, [{ ...place(slot), kind: 'lock' }], backend.clock())
    })
  const commandOf = async (slot: DemoSlot) =>
    backend.db
      .selectFrom('machine_commands')
      .selectAll()
      .where('slot_id', '=', slot.slotId)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  const until = async (state: string, slot: DemoSlot, stepMs = 500) => {
    for (let tries = 0; tries < 300 && (await commandOf(slot)).state !== state; tries++) {
      backend.clock.advance(stepMs)
      await expireCommands(backend.deps)
      await pause(30)
    }
    return commandOf(slot)
  }
  const deliveryOf = async (slot: DemoSlot) =>
    (
      await backend.db
        .selectFrom('slots')
        .select('lock_delivery')
        .where('id', '=', slot.slotId)
        .executeTakeFirstOrThrow()
    ).lock_delivery

  it('lock when they are told, or say why not', async () => {
    const [prompt, open] = [slotWith('prompt'), slotWith('door_open')]
    await lock(prompt)
    await lock(open)
    expect(await until('done', prompt)).toMatchObject({ answer_code: null, smib_id: prompt.smib?.id })
    expect(await until('refused', open)).toMatchObject({ answer_code: 'door_open' })
    expect([await deliveryOf(prompt), await deliveryOf(open)]).toEqual(['confirmed', 'refused'])
  })

  it('of which one was replaced: the new one is told, and speaks for the machine', async () => {
    const slot = slotWith(
      'prompt',
      one => one.tenantId === network.spares[0]?.tenantId && one.profile.cashless && one.index > 5,
    )
    const spare = network.spares[0]
    await backend.db
      .updateTable('smibs')
      .set({ slot_id: null })
      .where('id', '=', slot.smib?.id ?? '')
      .execute()
    await backend.db
      .updateTable('smibs')
      .set({ slot_id: slot.slotId, location_id: slot.locationId })
      .where('id', '=', spare?.id ?? '')
      .execute()
    const replacedAt = backend.clock()
    await pause(200)
    await backend.db.transaction().execute(db =>
      orderCommand(
        db,
        systemActor,
        {
          ...place(slot),
          smibId: spare?.id ?? null,
          kind: 'smib_command',
          lane: 'request_meters',
          input: { type: 'request_meters' },
        },
        backend.clock(),
      ),
    )
    expect((await until('done', slot)).smib_id).toBe(spare?.id)
    backend.clock.advance(90_000)
    const heard = () =>
      backend.db
        .selectFrom('messages')
        .select(['smib_id', 'kind'])
        .where('slot_id', '=', slot.slotId)
        .where('kind', '=', 'counters')
        .where('server_time', '>', replacedAt)
        .execute()
    // As long as a busy machine may take: it ends as soon as what is judged below is there. A SMIB that reported at
    // the very moment of the replacement does not count.
    for (let tries = 0; tries < 1_000 && (await heard()).length === 0; tries++) await pause(30)
    expect(new Set((await heard()).map(message => message.smib_id))).toEqual(new Set([spare?.id]))
  })
}, 60_000)
