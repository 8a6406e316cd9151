/**
 * A day that begins at half past: its page, its hours, what is missing of it, and what becomes of it when the location
 * begins its days otherwise.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading } from '../../../tests/support/feed'
import { reportedBetween } from '../../platform/db/active-between'
import type { HourAnswer, LocationDay, SlotDayAnswer } from './days.contract'

let backend: TestBackend
const { clear, deliver, hours } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const cluj = locations.cluj.id
const bell = slots.bellLink.id
const day = '2026-11-20'
const MINUTE = 60_000
/** 06:30 in Bucharest. */
const begin = Date.UTC(2026, 10, 20, 4, 30)
const end = begin + 24 * HOUR
const get = async <Data>(path: string) =>
  (await backend.json<{ data: Data }>(`/api/aggregate/v1/${path}`, { as: 'mihai' })).body.data
const report = async (entity: string, id: string, from = day) =>
  (
    await backend.json<{ data: { hours: object } }>(`/api/aggregate/v1/${entity}/${id}/report`, {
      as: 'mihai',
      body: { from, to: from, by: 'day' },
    })
  ).body.data.hours
const ofSlot = () => get<SlotDayAnswer>(`location/${cluj}/day/${day}/slot/${bell}`)
const begins = (gaming_day_start: string) =>
  backend.db.updateTable('locations').set({ gaming_day_start }).where('id', '=', cluj).execute()
/** A reading in each half of each hour, from the hour before the day to the hour after it, but for some. */
const told = (without: readonly number[] = []) =>
  Array.from({ length: 52 }, (_, nr) => nr)
    .filter(nr => !without.includes(nr))
    .map(nr => reading(nr + 1, begin - HOUR + nr * 30 * MINUTE + 10 * MINUTE, { '0000': 1_000 + nr * 10 }))

it('has 24 hours in 25 parts that sum to it, each with its readings', async () => {
  await begins('06:30')
  await clear()
  await backend.db
    .updateTable('slots')
    .set({ created_at: begin - 24 * HOUR })
    .execute()
  await backend.db
    .updateTable('slots')
    .set({ archived_at: begin - HOUR })
    .where('id', '<>', bell)
    .execute()
  await deliver(told())
  const shown = await ofSlot()
  expect(shown.hours.map(({ from, to }) => [(from - begin) / MINUTE, (to - from) / MINUTE])).toEqual([
    [0, 30],
    ...Array.from({ length: 23 }, (_, nr) => [30 + nr * 60, 60]),
    [23 * 60 + 30, 30],
  ])
  expect(shown.rows[0]?.quality).toMatchObject({ hours: { known: 24, expected: 24 }, missing: [] })
  const coins = shown.hours.map(one => Number(one.sums?.coin_in ?? 0))
  expect(coins.reduce((sum, one) => sum + one)).toBe(shown.rows[0]?.sums.coin_in)
  expect([coins[0], coins[1], coins.at(-1)]).toEqual([10, 20, 10])

  const hour = await get<HourAnswer>(`location/${cluj}/day/${day}/slot/${bell}/hour/${begin}`)
  expect([hour.hour, hour.readings.map(one => one.before), hour.booked[0]?.moved['coin_in']]).toEqual([
    { from: begin, to: begin + 30 * MINUTE },
    [true, false],
    10,
  ])
  const missing = await backend.json(
    `/api/aggregate/v1/location/${cluj}/day/${day}/slot/${bell}/hour/${begin - 30 * MINUTE}`,
    { as: 'mihai' },
  )
  expect(missing.status).toBe(404)
  // What is booked is found where it stands, on both sides of the bound.
  const where = (at: number) => get<object>(`slot/${bell}/at/${at}`)
  expect([await where(begin), await where(begin + 1), await where(begin + 40 * MINUTE)]).toEqual([
    { location: cluj, day: '2026-11-19', hour: begin - 30 * MINUTE },
    { location: cluj, day, hour: begin },
    { location: cluj, day, hour: begin + 30 * MINUTE },
  ])
  for (const [entity, id] of [
    ['slot', bell],
    ['location', cluj],
    ['tenant', tenants.carpathia.id],
  ] as const)
    expect([entity, await report(entity, id)]).toEqual([entity, { known: 24, expected: 24 }])
})

it('misses an hour where a part of one is silent, and says which', async () => {
  await clear()
  // Its first part, and an hour at noon.
  await deliver(told([2, 13, 14]))
  const { rows } = await ofSlot()
  expect(rows[0]?.quality.hours).toEqual({ known: 22, expected: 24 })
  expect(
    rows[0]?.quality.missing.map(({ from, to }) => [(from - begin) / MINUTE, (to - from) / MINUTE]),
  ).toEqual([
    [0, 30],
    [330, 60],
  ])
  const whole = await get<LocationDay>(`location/${cluj}/day/${day}`)
  expect(whole.quality.hours).toEqual({ known: 22, expected: 24 })
  for (const [entity, id] of [
    ['slot', bell],
    ['location', cluj],
    ['tenant', tenants.carpathia.id],
  ] as const)
    expect([entity, await report(entity, id)]).toEqual([entity, { known: 22, expected: 24 }])
})

it('is cut otherwise once the location begins its days otherwise, from then on', async () => {
  await clear()
  await deliver(told())
  const before = await hours()
  const week = begin + 7 * 24 * HOUR
  await backend.db
    .updateTable('locations')
    .set({ gaming_day_start: '07:00', rules_from: '2026-11-23' })
    .where('id', '=', cluj)
    .execute()
  await deliver(
    [20, 50, 80].map((minute, nr) => reading(nr + 100, week + minute * MINUTE, { '0000': 2_000 + nr })),
    // Late, of a day before.
    [reading(200, begin + 20 * MINUTE, { '0000': 1_025 })],
  )
  const after = await hours()
  expect(
    after.filter(row => row.hour_start > begin - HOUR && row.hour_start < end).map(row => row.hour_start),
  ).toEqual(
    before.filter(row => row.hour_start > begin - HOUR && row.hour_start < end).map(row => row.hour_start),
  )
  expect(
    after.filter(row => row.hour_start >= week - HOUR).map(row => (row.hour_start - week) / MINUTE),
  ).toEqual([-30, 30])
  expect(await report('slot', bell)).toEqual({ known: 24, expected: 24 })
  expect(await report('tenant', tenants.carpathia.id)).toEqual({ known: 24, expected: 24 })
  const found = await backend.db
    .selectFrom('slots as t')
    .select('t.id')
    .where(reportedBetween(week + 40 * MINUTE, week + 45 * MINUTE))
    .execute()
  expect(found).toEqual([{ id: bell }])
})
