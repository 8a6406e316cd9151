import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locations, slots, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { storedHour } from '../../../tests/support/stored'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { overviewPaths, type ShiftOverview } from './overview.contract'
import { daysBefore } from './takings.queries'

const HOUR = 3_600_000
const place = { time_zone: 'Europe/Bucharest', gaming_day_start: '08:00' }

let backend: TestBackend
let today: string
beforeAll(async () => {
  backend = await testBackend()
  today = gamingDayOf(backend.clock(), place.time_zone, place.gaming_day_start)
  const { from } = gamingDayBounds(today, place.time_zone, place.gaming_day_start)
  backend.clock.set(from + 2.5 * HOUR)
})
afterAll(() => backend.close())

const takings = async (as: Person = 'mihai') =>
  ((await backend.json(overviewPaths.shift, { as })).body.data as never as ShiftOverview).takings

const stored = (serial: string) =>
  backend.db.selectFrom('slots').selectAll().where('id', '=', serial).executeTakeFirstOrThrow()

/** So many minor units of coin in, on a whole day or in each of its first hours. */
async function book(slotId: string, day: string, minor: number, hours = 0): Promise<void> {
  const { location_id, tenant_id, currency } = await stored(slotId)
  const row = {
    ...noMovement,
    slot_id: slotId,
    location_id: String(location_id),
    tenant_id,
    currency,
    game_nr: 0,
    denomination_minor: 1,
    readings: 1,
    coin_in: minor,
  }
  const { from, to } = gamingDayBounds(day, place.time_zone, place.gaming_day_start)
  if (hours === 0)
    await backend.db
      .insertInto('counter_days')
      .values({ ...row, gaming_day: day })
      .execute()
  else
    for (let hour = 0; hour < Math.min(hours, (to - from) / HOUR); hour += 1)
      await backend.db
        .insertInto('stored_hours')
        .values(storedHour({ ...row, hour_start: from + hour * HOUR }))
        .execute()
}

describe('what all locations took', () => {
  test('is the sum of their own, with yesterday’s, and says nothing of the usual before it is known', async () => {
    await book(slots.bellLink.id, today, 1_000)
    await book(slots.harbour.id, today, 500)
    await book(slots.bellLink.id, daysBefore(today, 1), 9_000)
    await book(slots.ribeira.id, today, 77)
    expect(await takings()).toEqual([{ currency: 'RON', today: 1_500, yesterday: 9_000, by_now: null }])
  })

  test('full hours stand against those of a usual day, of the locations for which both are whole', async () => {
    backend.clock.advance(7 * 24 * HOUR)
    const later = daysBefore(today, -7)
    for (const week of [1, 2, 3, 4]) await book(slots.harbour.id, daysBefore(later, 7 * week), 100, 24)
    await book(slots.harbour.id, later, 130, 2)
    // The other location reported one of two finished hours.
    await book(slots.bellLink.id, later, 1_000, 1)
    await book(slots.harbour.id, later, 300)
    expect(await takings()).toEqual([
      {
        currency: 'RON',
        today: 300,
        yesterday: null,
        by_now: { won: 260, usual: 200, locations: 1, of: 2 },
      },
    ])
  })

  test('is each reader’s own: another tenant’s, or nothing', async () => {
    const paulo = await takings('paulo')
    expect(paulo?.every(({ currency }) => currency === 'EUR')).toBe(true)
    expect(await takings('nora')).toBeNull()
  })

  test('counts no location that is archived', async () => {
    backend.clock.advance(61_000)
    await backend.db
      .updateTable('locations')
      .set({ archived_at: backend.clock() })
      .where('id', '=', locations.braila.id)
      .execute()
    expect(await takings()).toEqual([])
  })
})
