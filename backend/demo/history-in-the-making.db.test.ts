/** The demo while the past of its tenants is written: nothing of it looks like an outage. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { seedRoles } from '../identity/auth/roles'
import { HOUR_MS, MINUTE_MS } from '../platform/contract/durations'
import { presenceAt } from '../platform/contract/presence'
import { isOff } from './machine'
import { planNetwork } from './network'
import { DEMO_SEED, seedNetwork } from './seed'
import { startSimulator } from './simulator'

const friday = Date.UTC(2026, 10, 20, 10, 47)
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend({ empty: true, env: { DEMO: 'on' } })
  backend.clock.set(friday)
  await seedRoles(backend.db, friday)
  await seedNetwork(backend.deps)
})
afterAll(() => backend.close())

it('a slot that is off was last seen when its past will say so, not at its beginning', async () => {
  const network = planNetwork(DEMO_SEED, friday)
  const off = network.machines.filter(slot => slot.smib && isOff(slot, DEMO_SEED, friday))
  expect(off.length).toBeGreaterThan(0)
  const rows = await backend.db
    .selectFrom('slots')
    .select(['id', 'last_seen_at'])
    .where('last_seen_at', '<', friday)
    .execute()
  const seen = new Map(rows.map(({ id, last_seen_at }) => [id, Number(last_seen_at)]))
  for (const slot of off) {
    const at = seen.get(slot.slotId) ?? NaN
    expect(isOff(slot, DEMO_SEED, at - HOUR_MS)).toBe(false)
    expect(isOff(slot, DEMO_SEED, at)).toBe(true)
  }
})

it('slots of a tenant without its past stay connected, and those of one that has it send', async () => {
  const network = planNetwork(DEMO_SEED, friday)
  const written = network.tenants.find(one => one.key === 'cetate')?.id ?? ''
  await backend.db.updateTable('tasks').set({ state: 'done' }).where('tenant_id', '=', written).execute()
  backend.clock.advance(40 * MINUTE_MS)
  const now = backend.clock()
  const running = network.machines.filter(
    slot => slot.smib && slot.status !== 'maintenance' && !isOff(slot, DEMO_SEED, now),
  )
  const simulator = startSimulator(backend.deps, {
    baseUrl: 'http://backend',
    tickMs: 10,
    fetch: (url, init) => Promise.resolve(backend.app.request(new URL(url).pathname, init)),
  })
  const silent = async () => {
    const rows = await backend.db.selectFrom('slots').select(['id', 'last_seen_at']).execute()
    const seen = new Map(rows.map(({ id, last_seen_at }) => [id, last_seen_at]))
    return running.filter(({ slotId }) => presenceAt(seen.get(slotId) ?? null, backend.clock()) !== 'online')
      .length
  }
  for (let turn = 0; turn < 300 && (await silent()) > 0; turn++) {
    backend.clock.advance(1_000)
    await pause(50)
  }
  expect(await silent()).toBe(0)
  await simulator.stop()
  const senders = await backend.db.selectFrom('messages').select('tenant_id').distinct().execute()
  expect(senders).toEqual([{ tenant_id: written }])
  expect(running.some(({ tenantId }) => tenantId !== written)).toBe(true)
}, 60_000)
