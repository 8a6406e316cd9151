/**
 * Closed days: what they store is what the readings say, whatever comes when; and how they close, by themselves and by
 * hand.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { closeAll as closeDays, forgetClosedDays } from '../../../tests/support/closed-days'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { LocationDay } from './days.contract'
import { closeDue } from '../closing/days-watch.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear } = bookedIn(() => backend)
beforeEach(async () => {
  await clear()
  await forgetClosedDays(backend)
})

const cluj = locations.cluj.id
const dayPath = (day: string) => `/api/aggregate/v1/location/${cluj}/day/${day}`
async function dayOf(day: string, as: Person = 'mihai'): Promise<LocationDay> {
  const { body, status } = await backend.json(dayPath(day), { as })
  expect([status, body.error]).toEqual([200, undefined])
  return body.data as unknown as LocationDay
}
const tell = async (...messages: ReturnType<typeof reading>[]) =>
  expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
const closeAll = () => closeDays(backend.deps)
const meters = (coinIn: number, coinOut = 0) => ({ '0000': coinIn, '0001': coinOut })
const close = (day: string, as: Person = 'mihai') =>
  backend.json(`${dayPath(day)}/close`, { as, body: { reason: 'The collector is here' } })

describe('a closed day', () => {
  it('is what its readings say, whatever arrives before and after it closed', async () => {
    const step = fc.record({
      slot: fc.nat(1),
      minutes: fc.integer({ min: 1, max: 70 * 60 }),
      played: fc.nat(400),
      isLate: fc.boolean(),
      // The memory is cleared: the meters begin again.
      isBroken: fc.constantFrom(false, false, false, false, false, true),
    })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(step, { selector: one => one.minutes, maxLength: 14 }), async steps => {
        await clear()
        await forgetClosedDays(backend)
        const shown = [50_000, 80_000]
        // Days before the first that closed by itself are closed by hand.
        const start = { slot: 0, minutes: 0.5, played: 0, isLate: false, isBroken: false }
        const told = [start, ...steps]
          .sort((a, b) => a.minutes - b.minutes)
          .map(({ slot, minutes, played, isLate, isBroken }, at) => {
            shown[slot] = isBroken ? 30 : (shown[slot] ?? 0) + played
            const message = reading(at + 1, sunday - 24 * HOUR + minutes * 60_000, meters(shown[slot] ?? 0), {
              smib_id: slot === 0 ? smibs.bellLink.mac : smibs.novoline.mac,
            })
            return { message, isLate }
          })
        backend.clock.set(sunday + 60 * HOUR)
        for (const late of [false, true]) {
          const part = told.filter(({ isLate }) => isLate === late).map(({ message }) => message)
          if (part.length > 0) await tell(...part)
          await closeAll()
        }
        const days = await backend.db.selectFrom('location_days').selectAll().execute()
        const closings = await backend.db.selectFrom('slot_day_closings').selectAll().execute()
        const booked = await backend.db.selectFrom('counter_days').select(['gaming_day', 'coin_in']).execute()
        const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
        for (const day of days) {
          const slotsOfDay = closings.filter(one => one.day === day.day)
          const moved = (text: string) => (JSON.parse(text) as { coin_in: number }).coin_in
          // Slots sum up to the day, and the day is what was booked.
          expect(moved(day.sums)).toBe(sum(slotsOfDay.map(one => moved(one.moved) * one.denomination_minor)))
          expect(sum(slotsOfDay.map(one => moved(one.moved)))).toBe(
            sum(booked.filter(one => one.gaming_day === day.day).map(one => one.coin_in)),
          )
          for (const { opening, closing, moved: text, quality } of slotsOfDay) {
            const { differs } = JSON.parse(quality) as { differs: string[] }
            const index = (one: string | null) =>
              one === null ? null : (JSON.parse(one) as { meters: { coin_in: number } }).meters.coin_in
            const [a, b] = [index(opening), index(closing)]
            if (differs.length === 0) expect(moved(text)).toBe(a === null || b === null ? 0 : b - a)
            else expect(steps.some(one => one.isBroken)).toBe(true)
          }
        }
        // Closed days sum up to the month, once every day with a reading is closed.
        expect(sum(closings.map(one => (JSON.parse(one.moved) as { coin_in: number }).coin_in))).toBe(
          sum(booked.map(one => one.coin_in)),
        )
        // And are what they would be if nothing had come late, but for their revisions.
        const kept = closings.map(one => JSON.stringify(one)).sort()
        await forgetClosedDays(backend)
        await closeAll()
        const again = await backend.db.selectFrom('slot_day_closings').selectAll().execute()
        expect(again.map(one => JSON.stringify(one)).sort()).toEqual(kept)
      }),
      { numRuns: lawRuns(15) },
    )
  }, 120_000)

  it('closes after the tenant’s hours of grace, says what late data changed, and stores its instants', async () => {
    const evening = sunday - 2 * HOUR
    for (const [seq, at, coinIn] of [
      [1, sunday - 26 * HOUR, 1_000],
      [2, evening, 1_500],
      [4, sunday + 2 * HOUR, 1_900],
    ] as const) {
      backend.clock.set(at)
      await tell(reading(seq, at, meters(coinIn)))
    }
    backend.clock.set(sunday + 6 * HOUR - 1)
    await closeAll()
    expect(await dayOf('2026-10-24')).toMatchObject({ state: 'open', closes_at: sunday + 6 * HOUR })
    // Too long ago, and before the books, which begin with the first closed day: by hand, or with whatever is told of
    // it.
    expect(await dayOf('2026-10-01')).toMatchObject({
      state: 'open',
      closes_at: null,
      closes_when_told: true,
    })
    backend.clock.set(sunday + 6 * HOUR)
    await closeAll()
    const saturday = await dayOf('2026-10-24')
    expect(saturday).toMatchObject({
      state: 'closed',
      closed: { by: null, revision: 1, refreshed_at: null },
      // Clocks went back in its night.
      from: sunday - 25 * HOUR,
      to: sunday,
      totals: [{ currency: 'RON', coin_in: 500 }],
      quality: { silent: 1, hours: { expected: 50 }, late: 0 },
    })
    const [bellLink] = saturday.slots
    expect(bellLink).toMatchObject({
      slot: { _id: slots.bellLink.id },
      opening: { server_time: sunday - 26 * HOUR, message_seq_nr: 1, meters: { coin_in: 1_000 } },
      closing: { server_time: evening, message_seq_nr: 2, meters: { coin_in: 1_500 } },
      moved: { coin_in: 500 },
      quality: { differs: [] },
    })
    // 40 more were played before the day ended: they are that day’s, and no longer the next one’s.
    await tell(reading(3, sunday - HOUR, meters(1_540)))
    await closeAll()
    expect(await dayOf('2026-10-24')).toMatchObject({
      closed: { revision: 2, refreshed_at: backend.clock(), first: [{ coin_in: 500 }] },
      totals: [{ coin_in: 540 }],
      quality: { late: 1 },
    })
    expect((await dayOf('2026-10-25')).totals).toMatchObject([{ coin_in: 360 }])
  })

  it('is tried again where its closing failed, though later days have closed since', async () => {
    backend.clock.set(sunday + 60 * HOUR)
    await tell(reading(1, sunday - 40 * HOUR, meters(1_000)), reading(2, sunday, meters(1_500)))
    const busy = { execute: () => Promise.reject(new Error('the database is busy')) }
    vi.spyOn(backend.db, 'transaction').mockReturnValueOnce(
      busy as unknown as ReturnType<typeof backend.db.transaction>,
    )
    await closeDue(backend.deps)
    expect((await dayOf('2026-10-23')).state).toBe('open')
    expect((await dayOf('2026-10-24')).state).toBe('closed')
    await closeAll()
    expect(await dayOf('2026-10-23')).toMatchObject({ state: 'closed', closed: { by: null, revision: 1 } })
    expect(await backend.db.selectFrom('days_to_refresh').selectAll().execute()).toEqual([])
  })

  it('is closed by hand by those who may, with a reason, once, and when it is over', async () => {
    await tell(reading(1, sunday - 26 * HOUR, meters(1_000)), reading(2, sunday - HOUR, meters(1_500)))
    backend.clock.set(sunday)
    expect((await close('2026-10-24')).body.error.code).toBe('day_not_over')
    backend.clock.set(sunday + HOUR)
    expect((await close('2026-10-24', 'paulo')).status).toBe(404)
    // A day to come is none yet.
    for (const day of ['2026-10-26', '9998-01-01']) {
      expect((await backend.json(dayPath(day), { as: 'mihai' })).status).toBe(404)
      expect((await close(day)).status).toBe(404)
    }
    expect((await close('2026-10-24')).status).toBe(200)
    expect((await close('2026-10-24')).body.error.code).toBe('day_closed')
    expect((await dayOf('2026-10-24')).closed).toMatchObject({ reason: 'The collector is here', revision: 1 })
    const entry = await backend.db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('action', '=', 'close_day')
      .executeTakeFirst()
    expect(entry?.entity_id).toBe(cluj)
    // Its grace has its turn without it.
    backend.clock.set(sunday + 7 * HOUR)
    await closeAll()
    expect((await dayOf('2026-10-24')).closed).toMatchObject({ revision: 1 })
  })
})
