import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slots, wednesday as now } from '../../../tests/people'
import { dropMeterSetups, readMeterSetups, saveMeterSetups } from './meter-setups.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const save = (rows: Parameters<typeof saveMeterSetups>[1], at = now) =>
  backend.db.transaction().execute(db => saveMeterSetups(db, rows, at))
const readings = (slotId: string) =>
  backend.db
    .selectFrom('mechanical_readings')
    .selectAll()
    .where('slot_id', '=', slotId)
    .orderBy('read_at')
    .execute()

it('keeps what an import leaves out, and takes the credit’s worth for an impulse where nobody has said otherwise', async () => {
  await save([{ slot_id: slots.bellLink.id, factor_in: 10, mech_in: 5_000 }, { slot_id: slots.novoline.id }])
  await save([{ slot_id: slots.bellLink.id, factor_out: 20, price_per_impulse_minor: 50 }], now + 1)
  const setups = await readMeterSetups(backend.db, [slots.bellLink.id, slots.novoline.id, slots.harbour.id])
  expect(setups.get(slots.bellLink.id)).toMatchObject({
    version: 2,
    price_per_impulse_minor: 50,
    currency: 'RON',
    factor_in: 10,
    factor_out: 20,
    factor_jackpot: 1,
    mech_in: 5_000,
    mech_out: null,
    set_at: now,
  })
  expect(setups.get(slots.novoline.id)).toMatchObject({
    version: 1,
    price_per_impulse_minor: 1,
    mech_in: null,
    set_at: null,
  })
  expect(setups.has(slots.harbour.id)).toBe(false)
})

it('books another index as a reading from which the comparison starts anew, and the same one not at all', async () => {
  await save([{ slot_id: slots.harbour.id, mech_in: 100, mech_out: 40 }])
  await save([{ slot_id: slots.harbour.id, mech_in: 100 }], now + 1)
  await save([{ slot_id: slots.harbour.id, mech_in: 90 }], now + 2)
  expect(
    (await readings(slots.harbour.id)).map(one => [one.mech_in, one.mech_out, one.baseline, one.read_at]),
  ).toEqual([
    [100, 40, 1, now],
    [90, 40, 1, now + 2],
  ])
})

it('is taken back whole by an undo', async () => {
  await save([{ slot_id: slots.ribeira.id, mech_in: 1 }])
  await backend.db.transaction().execute(db => dropMeterSetups(db, [slots.ribeira.id]))
  expect((await readMeterSetups(backend.db, [slots.ribeira.id])).size).toBe(0)
  expect(await readings(slots.ribeira.id)).toEqual([])
})
