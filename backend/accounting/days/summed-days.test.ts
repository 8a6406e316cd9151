/**
 * Days of a slot that tells its games and not itself: what they open and close with, and the way from a figure to its
 * readings.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { formRows } from '../fiscal-reports/fiscal-form'
import { advanced } from '../../telemetry/readings/limits'
import type { HourAnswer, LocationDay } from './days.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { deliver } = bookedIn(() => backend)

const start = sunday + 60_000
const told = (seq: number, after: number, games: Record<number, number>) =>
  reading(
    seq,
    start + after,
    {},
    {
      counters: Object.entries(games).map(([game, coinIn]) => ({
        game_nr: Number(game),
        meters: { '0000': coinIn, '0001': 0 },
      })),
    },
  )
const path = (day: string) => `/api/aggregate/v1/location/${locations.cluj.id}/day/${day}`
async function slotOn(day: string) {
  const { body } = await backend.json(path(day), { as: 'mihai' })
  const { slots: rows } = body.data as unknown as LocationDay
  const row = rows.find(({ slot }) => slot._id === slots.bellLink.id)
  if (!row) throw new Error('No row')
  return row
}

describe('the day of a slot that tells only its games', () => {
  it('opens and closes with their sums, of which its movement is the difference, and says so', async () => {
    await deliver([
      told(0, 0, { 1: 5_000, 2: 7_000 }),
      told(1, 2 * HOUR, { 1: 5_100, 2: 7_250 }),
      // The second game is silent on the next day.
      told(2, 26 * HOUR, { 1: 5_140 }),
    ])
    const first = await slotOn('2026-10-25')
    expect([first.opening?.meters.coin_in, first.closing?.meters.coin_in, first.moved.coin_in]).toEqual([
      12_000, 12_350, 350,
    ])
    expect(first.quality).toMatchObject({ summed: true, differs: [] })
    const next = await slotOn('2026-10-26')
    expect([next.opening?.meters.coin_in, next.closing?.meters.coin_in, next.moved.coin_in]).toEqual([
      12_350, 12_390, 40,
    ])
    expect(next.quality.differs).toEqual([])
    expect(formRows(next)).toMatchObject([{ summed: true, difference: 0, breaks: false }])
  })

  it('leads from an hour of it to the readings of its games', async () => {
    const hour = Math.floor((start + 2 * HOUR) / HOUR) * HOUR
    const at = `${path('2026-10-25')}/slot/${slots.bellLink.id}/hour/${hour}`
    const { body } = await backend.json(at, { as: 'mihai' })
    const answer = body.data as unknown as HourAnswer
    expect([answer.summed_games, answer.booked[0]?.moved.coin_in]).toEqual([[1, 2], 350])
    const { body: ofGame } = await backend.json(`${at}?game=2`, { as: 'mihai' })
    const game = ofGame.data as unknown as HourAnswer
    expect([game.summed_games, game.booked[0]?.moved.coin_in, game.readings.length]).toEqual([[], 250, 2])
  })
})

describe('the day on which its own meters take over', () => {
  it('opens with the index that follows what the games’ sum has, of which its movement is the difference', async () => {
    const next = start + 4 * 24 * HOUR
    const each = (seq: number, at: number, own: boolean) =>
      reading(
        seq,
        next + at,
        {},
        {
          counters: [
            ...(own ? [{ game_nr: 0, meters: { '0000': 80_000 + seq * 10, '0001': 0 } }] : []),
            { game_nr: 1, meters: { '0000': 5_140 + seq * 10, '0001': 0 } },
          ],
        },
      )
    const on = (day: string) =>
      slotOn(day).then(({ opening, closing, moved, quality }) => ({
        ends: [opening?.meters.coin_in, closing?.meters.coin_in],
        moved: moved.coin_in,
        quality,
      }))
    await deliver([
      each(10, 0, false),
      each(11, HOUR, true),
      each(13, 22 * HOUR, false),
      each(20, 26 * HOUR, true),
    ])
    expect(await on('2026-10-29')).toMatchObject({ ends: [12_390, 12_520], moved: 130 })
    const first = await on('2026-10-30')
    expect(first).toMatchObject({ ends: [80_130, 80_200], moved: 70 })
    expect(first.quality).toMatchObject({ differs: [], overlap: { coin_in: 20 } })
    expect(formRows(await slotOn('2026-10-30'))).toMatchObject([{ difference: 0, breaks: false }])
    // The slot was read once more before the boundary: a game's last movement of that day is known to be the slot's.
    await deliver([each(12, 20 * HOUR, true)])
    expect(await on('2026-10-30')).toMatchObject({ ends: [80_130, 80_200], moved: 70 })
  })

  it('begins further on or back over a meter’s end', () => {
    expect(advanced(99_999_990, 20, 40)).toBe(10)
    expect(advanced(99_999_990, 20, 100_000_040)).toBe(100_000_010)
    expect(advanced(80_000, -20, 80_100)).toBe(79_980)
    expect(advanced(20, -120, 60)).toBe(99_999_900)
  })
})

describe('the first day of its own meters where its games stopped first', () => {
  const next = start + 14 * 24 * HOUR
  const at = (seq: number, after: number, whole: number | null, games: boolean, cleared = false) =>
    reading(
      seq,
      next + after,
      {},
      {
        counters: [
          ...(whole === null ? [] : [{ game_nr: 0, meters: { '0000': whole, '0001': 0, '0002': 0 } }]),
          ...(games ? [{ game_nr: 1, meters: { '0000': 5_000, '0001': 0, '0002': 0 } }] : []),
        ],
        ...(cleared && { events: [{ event_seq_nr: 1, code: '7A' }] }),
      },
    )
  const printed = async () =>
    formRows(await slotOn('2026-11-09')).map(({ opening, closing, moved, over, began }) => ({
      ...{ ends: [opening?.in, closing?.in], moved: moved.in, over: over?.in ?? 0, why: began?.why },
    }))
  beforeEach(() => bookedIn(() => backend).clear())

  it('has a row for what they had not counted before its memory was cleared', async () => {
    await deliver([
      at(0, 0, null, true),
      at(1, HOUR, 5_000, true),
      at(2, 3 * HOUR, 5_100, false),
      at(3, 25 * HOUR, 50, false, true),
      at(4, 26 * HOUR, 80, false),
    ])
    expect(await printed()).toEqual([
      { ends: [5_000, 5_100], moved: 100, over: 0, why: undefined },
      { ends: [50, 80], moved: 30, over: 0, why: 'cleared' },
    ])
  })

  it('begins before its meter’s end where that was passed meanwhile', async () => {
    await deliver([
      at(0, 0, null, true),
      at(1, HOUR, 99_999_900, true),
      at(2, 3 * HOUR, 20, false),
      at(3, 26 * HOUR, 60, false),
    ])
    expect(await printed()).toEqual([
      { ends: [99_999_900, 60], moved: 160, over: 100_000_000, why: undefined },
    ])
  })
})

describe('a day on which a game’s meters begin anew or go over their end', () => {
  const later = start + 8 * 24 * HOUR
  const each = (seq: number, games: Record<number, number>) =>
    reading(
      seq,
      later + seq * 600_000,
      {},
      {
        counters: Object.entries(games).map(([game, coinIn]) => ({
          game_nr: Number(game),
          meters: { '0000': coinIn, '0001': 0, '0002': 0 },
        })),
      },
    )
  const printed = async (day: string) =>
    formRows(await slotOn(day)).map(({ opening, closing, moved, over, began, breaks, difference }) => ({
      ends: [opening?.in, closing?.in],
      ...{ moved: moved.in, over: over?.in, why: began?.why, breaks, difference },
    }))
  const law = { breaks: false, difference: 0 }

  beforeAll(async () => {
    await bookedIn(() => backend).clear()
    await deliver([
      each(0, { 1: 5_000, 2: 99_999_900 }),
      each(1, { 1: 5_100, 2: 99_999_950 }),
      // A jump that its next readings go on from, and a way over the end.
      ...[2, 3, 4, 5, 6, 7].map(seq => each(seq, { 1: 60_000_000 + seq * 10, 2: seq * 10 })),
    ])
  })

  it('has a row for each run of their sum, and says why', async () => {
    const day = '2026-11-02'
    expect(await printed(day)).toMatchObject([
      { ends: [100_004_900, 5_170], moved: 270, over: 100_000_000, ...law },
      { ends: [60_000_120, 60_000_140], moved: 20, why: 'restarted', ...law },
    ])
  })
})
