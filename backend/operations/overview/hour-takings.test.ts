import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import { noMovement } from '../../telemetry/readings/meters.contract'
import type { ShiftOverview } from './overview.contract'
import { daysBefore } from './takings.queries'
import { storedHour } from '../../../tests/support/stored'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

describe('what a location wins by the hour', () => {
  const HOUR = 3_600_000
  const hoursOf = async (id: string) =>
    (
      (await backend.json('/api/board/v1/shift', { as: 'mihai' })).body.data as never as ShiftOverview
    ).locations?.rows.find(row => row.location._id === id)?.hours
  const place = { time_zone: 'Europe/Bucharest', gaming_day_start: '08:00' }
  /** Coins in, in credits, in each whole hour of the gaming day so many weeks ago. */
  const book = async (weeks: number, coins: (hour: number) => number | null) => {
    const { db } = backend.deps
    const day = daysBefore(gamingDayOf(backend.clock(), place.time_zone, place.gaming_day_start), 7 * weeks)
    const { from, to } = gamingDayBounds(day, place.time_zone, place.gaming_day_start)
    const { id, location_id, tenant_id, denomination_minor, currency } = await db
      .selectFrom('slots')
      .selectAll()
      .where('id', '=', slots.harbour.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: (to - from) / HOUR }, (_, hour) => ({ hour, coins: coins(hour) }))
    for (const row of rows)
      if (row.coins !== null)
        await db
          .insertInto('stored_hours')
          .values(
            storedHour({
              ...noMovement,
              slot_id: id,
              location_id,
              tenant_id,
              currency,
              denomination_minor,
              game_nr: 0,
              hour_start: from + row.hour * HOUR,
              readings: 1,
              coin_in: row.coins,
            }),
          )
          .execute()
    return { currency }
  }
  test('usual is the median of four complete days of this weekday or more; an unfinished hour is not told', async () => {
    const midday = gamingDayBounds(
      gamingDayOf(backend.clock(), place.time_zone, place.gaming_day_start),
      place.time_zone,
      place.gaming_day_start,
    ).from
    backend.clock.advance(midday + 24 * HOUR + 3.5 * HOUR - backend.clock())
    for (const [weeks, coins] of [
      [1, 10],
      [2, 20],
      [3, 90],
    ] as const)
      await book(weeks, hour => coins + hour)
    const { currency } = await book(0, hour => (hour === 1 ? null : hour < 4 ? 100 + hour : null))
    await book(5, hour => (hour === 20 ? null : 1_000))
    const [told] = (await hoursOf(locations.braila.id)) ?? []
    expect(told).toEqual({
      currency,
      today: [100, null, 102],
      usual: null,
    })
  })

  test('is read at most once a minute; the usual of a day is worked out once a day', async () => {
    await book(4, hour => 30 + hour)
    backend.clock.advance(59_000)
    expect((await hoursOf(locations.braila.id))?.[0]?.usual).toBeNull()
    backend.clock.advance(24 * HOUR * 7 - 59_000)
    const [told] = (await hoursOf(locations.braila.id)) ?? []
    expect(told?.today).toEqual([null, null, null])
    // Of last week's today one hour is missing: what is left are weeks of 10, 20, 90 and 30 coins in.
    expect(told?.usual?.slice(0, 2)).toEqual([25, 26])
    expect(told?.usual).toHaveLength(24)
  })
})
