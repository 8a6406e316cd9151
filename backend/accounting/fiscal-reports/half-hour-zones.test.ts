/**
 * Halls whose clocks are half an hour off, with days that begin at half past, across the nights in which the clocks
 * change: what is closed, sealed, printed, listed and shown of today is the same movement, cut at the same instants.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { closeAll, forgetClosedDays } from '../../../tests/support/closed-days'
import { bookedIn, HOUR, reading } from '../../../tests/support/feed'
import { ana } from '../../../tests/support/seals'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import type { LocationOverview } from '../../operations/overview/overview.contract'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import type { SlotDayAnswer } from '../days/days.contract'
import { nextToSeal } from '../period-lock/fiscal-head.service'
import { sealDay } from '../sealing/sealing.service'
import { fiscalDocument } from './fiscal-document.contract'

let backend: TestBackend
const { clear, days } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const cluj = locations.cluj.id
const bell = slots.bellLink.id
const MINUTE = 60_000
/** A reading every ten minutes, each five credits more: of four days. */
const READINGS = (4 * 24 * HOUR) / (10 * MINUTE)

const get = async <Data>(path: string) => (await backend.json<{ data: Data }>(path, { as: 'ana' })).body.data
const post = async <Data>(path: string, body: object) =>
  (await backend.json<{ data: Data }>(path, { as: 'ana', method: 'POST', body })).body.data

it.each([
  ['Asia/Kolkata', '00:00', '2026-06-01', [24, 24, 24]],
  ['Asia/Kolkata', '06:30', '2026-06-01', [24, 24, 24]],
  // Clocks go from 02:00 to 03:00: the day begins when that is over.
  ['Australia/Adelaide', '02:30', '2026-10-04', [23.5, 23.5, 24]],
  ['Australia/Adelaide', '06:00', '2027-04-04', [25, 24, 24]],
  // Clocks go from 02:00 back to 01:00.
  ['America/St_Johns', '01:30', '2026-11-01', [24, 25, 24]],
  ['America/St_Johns', '07:30', '2027-03-14', [23, 24, 24]],
  ['Australia/Lord_Howe', '02:00', '2026-10-04', [24, 23.5, 24]],
] as const)('%s, days from %s, around %s', async (zone, start, turn, lengths) => {
  await clear()
  await forgetClosedDays(backend)
  await backend.db
    .updateTable('locations')
    .set({ time_zone: zone, gaming_day_start: start })
    .where('id', '=', cluj)
    .execute()
  await backend.db.updateTable('slots').set({ archived_at: 1 }).where('id', '<>', bell).execute()
  const names = [-1, 0, 1].map(days =>
    new Date(Date.parse(turn) + days * 24 * HOUR).toISOString().slice(0, 10),
  )
  const bounds = names.map(day => gamingDayBounds(day, zone, start))
  expect(bounds.map(({ from, to }) => (to - from) / HOUR)).toEqual(lengths)
  const [first = { from: 0, to: 0 }, , last = first] = bounds
  // Now is in the middle of the day after them.
  backend.clock.set(last.to + 20.25 * HOUR)
  const readings = Array.from({ length: READINGS }, (_, nr) => nr)
    .map(nr => reading(nr + 1, first.from - 10 * MINUTE + nr * 10 * MINUTE, { '0000': 1_000 + nr * 5 }))
    .filter(({ server_time_nano: at }) => Number(at) / 1e6 <= backend.clock())
  expect((await ingest(backend.deps, { tenantId: null }, readings)).refused).toBe(0)
  await closeAll(backend.deps)
  const place = await placeOf(backend.db, { tenantId: null }, cluj)
  for (let day = await nextToSeal(backend.db, place); day && day <= (names[2] ?? '');) {
    const given = { reports: null, accepted: [bell], reason: 'Tried' }
    const next = day
    await backend.db.transaction().execute(tx => sealDay(tx, ana, dayOf(place, next), given, backend.clock()))
    day = await nextToSeal(backend.db, place)
  }
  const forms = (
    await backend.db
      .selectFrom('daily_reports')
      .select('document')
      .where('location_id', '=', cluj)
      .where('state', '=', 'sealed')
      .where('day', 'in', names)
      .orderBy('day')
      .execute()
  ).map(({ document }) => fiscalDocument.parse(JSON.parse(document)))
  expect(forms.map(({ period, from, to }) => ({ period, from, to }))).toEqual(
    names.map((period, at) => ({ period, ...bounds[at] })),
  )
  const booked = await days()
  const movedOn = (day: string) =>
    booked.filter(row => row.gaming_day === day).reduce((sum, row) => sum + row.coin_in, 0)
  // Six readings an hour, five credits each.
  expect(names.map(movedOn)).toEqual(lengths.map(hours => hours * 30))
  expect(forms.map(({ rows }) => rows[0]?.moved.in)).toEqual(names.map(movedOn))
  expect(forms.slice(1).map(({ rows }) => rows[0]?.opening?.in)).toEqual(
    forms.slice(0, -1).map(({ rows }) => rows[0]?.closing?.in),
  )
  for (const [nr, day] of names.entries()) {
    const shown = await get<SlotDayAnswer>(`/api/aggregate/v1/location/${cluj}/day/${day}/slot/${bell}`)
    expect(shown.hours[0]?.from).toBe(bounds[nr]?.from)
    expect(shown.hours.at(-1)?.to).toBe(bounds[nr]?.to)
    expect(shown.hours.reduce((sum, one) => sum + Number(one.sums?.coin_in ?? 0), 0)).toBe(
      shown.rows[0]?.sums.coin_in,
    )
    const expected = Math.ceil(lengths[nr] ?? 0)
    expect(shown.rows[0]?.quality.hours.expected).toBeGreaterThanOrEqual(Math.floor(lengths[nr] ?? 0))
    expect(shown.rows[0]?.quality.hours.expected).toBeLessThanOrEqual(expected)
    expect(shown.rows[0]?.quality).toMatchObject({ missing: [] })
    // Each hour has a page, and all lists cut it alike.
    for (const { from, to } of shown.hours) {
      const page = await get<{ hour: object }>(
        `/api/aggregate/v1/location/${cluj}/day/${day}/slot/${bell}/hour/${from}`,
      )
      expect(page.hour).toEqual({ from, to })
    }
    const listed = await post<{
      rows: { server_time: number; end_time: number; hours: number; coin_in: number }[]
    }>('/api/aggregations/v1/raw', {
      dateStart: bounds[nr]?.from,
      dateEnd: bounds[nr]?.to,
      rowsPerPage: 100,
      sortDirection: ['ASC'],
      exactFields: ['slot', 'granulation'],
      exactValues: [bell, 'hour'],
    })
    expect(listed.rows.map(row => [row.server_time, row.end_time])).toEqual(
      shown.hours.map(({ from, to }) => [from, to]),
    )
    expect(listed.rows.reduce((sum, row) => sum + row.coin_in, 0)).toBe(movedOn(day))
    expect(listed.rows.reduce((sum, row) => sum + row.hours, 0)).toBe(lengths[nr])
    const daily = await post<{ rows: { interval: string; hours: number; coin_in: number }[] }>(
      '/api/aggregations/v1/raw',
      {
        dateStart: bounds[nr]?.from,
        dateEnd: bounds[nr]?.to,
        exactFields: ['slot', 'granulation'],
        exactValues: [bell, 'day'],
      },
    )
    expect(daily.rows.map(row => [row.interval, row.hours, row.coin_in])).toEqual([
      [day, lengths[nr], movedOn(day)],
    ])
  }
  // Today is the day that runs by the hall's clock, and its figure is what is booked of it.
  const { denomination_minor: price } = await backend.db
    .selectFrom('slots')
    .select('denomination_minor')
    .where('id', '=', bell)
    .executeTakeFirstOrThrow()
  const today = gamingDayOf(backend.clock(), zone, start)
  const board = await get<LocationOverview>(`/api/board/v1/location/${cluj}`)
  expect(movedOn(today)).toBeGreaterThan(0)
  expect(board.takings?.map(one => one.today)).toEqual([
    booked.filter(row => row.gaming_day === today).reduce((sum, row) => sum + row.coin_in * price, 0),
  ])
})
