/** A whole rollout, played by the demo's SMIBs: most run the version, one refuses it, one falls silent. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { seedRoles } from '../identity/auth/roles'
import { systemActor } from '../platform/request/actor'
import { expireCommands } from '../estate/control/expiry.service'
import { storeFirmware } from '../estate/firmware/firmware-files.service'
import { firmwareRolloutsStore } from '../estate/firmware/firmware-rollouts.store'
import { REPORT_WITHIN_MS } from '../estate/firmware/firmware-rollouts.contract'
import { changeRollout } from '../estate/firmware/rollout-commands.service'
import { lookAtRollouts } from '../estate/firmware/rollout-turns.service'
import { firmwareFate, type FirmwareFate } from './command-answers'
import { isOff } from './machine'
import { planNetwork } from './network'
import { DEMO_SEED, seedNetwork } from './seed'
import { startSimulator } from './simulator'

const friday = Date.UTC(2026, 10, 20, 10, 47)
const network = planNetwork(DEMO_SEED, friday)
const VERSION = '9.1.0'
const fateOf = (index: number) => firmwareFate({ index }, DEMO_SEED, VERSION)

let backend: TestBackend
let simulator: ReturnType<typeof startSimulator>
beforeAll(async () => {
  backend = await testBackend({ empty: true, env: { DEMO: 'on' } })
  backend.clock.set(friday)
  await seedRoles(backend.db, friday)
  await seedNetwork(backend.deps)
  await backend.db.deleteFrom('tasks').execute()
  simulator = startSimulator(backend.deps, {
    baseUrl: 'http://backend',
    tickMs: 10,
    askMs: 20,
    refreshMs: 30,
    reportMs: 40,
    fetch: (url, init) => Promise.resolve(backend.app.request(new URL(url).pathname, init)),
  })
})
afterAll(async () => {
  await simulator.stop()
  await backend.close()
})

it('ends with what each SMIB reported', { timeout: 240_000 }, async () => {
  const { db, clock } = backend
  const live = network.machines.filter(
    one => one.smib && one.status === 'active' && !isOff(one, DEMO_SEED, friday) && !one.story,
  )
  const has = (location: string, fate: FirmwareFate) =>
    live.some(one => one.locationId === location && fateOf(one.index) === fate)
  const place = live.find(({ locationId: id }) => has(id, 'refuses') && has(id, 'silent'))
  if (!place) throw new Error('no location has a SMIB of each fate')
  const scope = { tenantId: null }
  const rollout = await db.transaction().execute(async tx => {
    const bytes = Buffer.alloc(150_000, 'firmware')
    const now = clock()
    const firmware = await storeFirmware(
      { db: tx, actor: systemActor, scope, now },
      { name: VERSION, notes: null, tenant: place.tenantId, bytes },
    )
    const input = {
      name: 'The demo’s',
      firmware,
      location: place.locationId,
      wave_size: 1_000,
      fail_percent: 100,
    }
    const row = await firmwareRolloutsStore.create(
      tx,
      systemActor,
      { group: null, wave_unit: 'smibs', gap: 0, hour_from: 0, hour_to: 0, ...input },
      now,
    )
    expect(row.total).toBeGreaterThan(5)
    await changeRollout({ db: tx, actor: systemActor, now }, row, 'start', 'A test')
    return row._id
  })
  const read = () => firmwareRolloutsStore.get(db, scope, rollout, clock())
  const startedAt = clock()
  for (let tries = 0; tries < 2_000 && (await read()).state !== 'done'; tries++) {
    // As slowly as SMIBs answer and restart; then the time passes in which they may report.
    clock.advance(clock() - startedAt < 90_000 ? 1_000 : REPORT_WITHIN_MS / 100)
    await expireCommands(backend.deps)
    await lookAtRollouts(backend.deps)
    await pause(30)
  }
  const { total, updated, failed, silent, left, state } = await read()
  expect([state, updated + failed + silent + left]).toEqual(['done', total])
  const rows = await db
    .selectFrom('firmware_boards as b')
    .leftJoin('smib_firmware as f', 'f.smib_id', 'b.smib_id')
    .select(['b.slot_id', 'b.result', 'b.code', 'f.firmware'])
    .where('b.rollout_id', '=', rollout)
    .execute()
  const resultOf = new Map(rows.map(row => [row.slot_id, row]))
  for (const slot of live.filter(({ locationId }) => locationId === place.locationId)) {
    const expected = {
      runs: { result: 'updated', firmware: VERSION },
      refuses: { result: 'refused', code: 'hash' },
      silent: { result: 'no_answer' },
      falls_back: { result: 'other' },
    }[fateOf(slot.index)]
    expect({ index: slot.index, ...resultOf.get(slot.slotId) }).toMatchObject(expected)
  }
})
