import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { isPostgres } from '../../platform/db/bulk'
import { statementsOf } from '../../../tests/support/statements'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { overviewPaths, type ShiftOverview } from './overview.contract'
import { daysBefore } from './takings.queries'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const WEST = 'Pacific/Pago_Pago'

it('takes each location’s own gaming day, also where another one’s is read with it', async () => {
  const { db } = backend.deps
  const now = backend.clock()
  await db.updateTable('locations').set({ time_zone: WEST }).where('id', '=', locations.braila.id).execute()
  const here = gamingDayOf(now, 'Europe/Bucharest', '08:00')
  const there = gamingDayOf(now, WEST, '08:00')
  expect(there).not.toBe(here)
  const days = [here, there, daysBefore(here, 1), daysBefore(there, 1)]
  for (const slot of [slots.bellLink, slots.harbour])
    for (const [nr, gaming_day] of [...new Set(days)].entries())
      await book(slot.id, gaming_day, 1000 * (nr + 1))
  const ask = async () =>
    (await backend.json(overviewPaths.shift, { as: 'mihai' })).body.data as never as ShiftOverview
  const taken = async () =>
    Object.fromEntries(
      ((await ask()).locations?.rows ?? []).map(row => [
        row.location._id,
        row.takings?.map(one => one.today),
      ]),
    )
  // Asked for the first time, no day is known; then both are asked for with the locations.
  const expected = { [locations.cluj.id]: [1000], [locations.braila.id]: [2000] }
  expect(await taken()).toEqual(expected)
  expect(await statementsOf(db, ask)).toHaveLength(isPostgres(db) ? 4 : 2)
  expect(await taken()).toEqual(expected)
})

async function book(slotId: string, gaming_day: string, minor: number): Promise<void> {
  const { db } = backend.deps
  const { location_id, tenant_id, currency } = await db
    .selectFrom('slots')
    .selectAll()
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('counter_days')
    .values({
      ...noMovement,
      slot_id: slotId,
      location_id: String(location_id),
      tenant_id,
      currency,
      gaming_day,
      game_nr: 0,
      denomination_minor: 1,
      readings: 1,
      coin_in: minor,
    })
    .execute()
}
