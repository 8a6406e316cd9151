/** Where a slot's own meters take over from the sum of its games, whatever was played is booked once. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { rebookedSums } from '../rebooking/rebook-from-readings.service'
import { judgeAgain, whileNothingIsStored } from '../rebooking/ruled-judgement.service'
import type { IngestMessage } from '../ingestion/ingest.contract'
import { movementNames } from '../readings/meters.contract'
import { bookedBetween } from './electronic.service'
import type { Ruling } from './rulings.service'
import { summedOf } from './summed-slots.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear, deliver } = bookedIn(() => backend)
beforeEach(async () => {
  await clear()
  await moveTo([])
})

/** The slot's halls by turns, Cluj being the first. */
async function moveTo(instants: readonly number[]): Promise<void> {
  await backend.db
    .deleteFrom('slot_history')
    .where('slot_id', '=', slotId)
    .where('valid_from', '>', 0)
    .execute()
  const halls = [locations.cluj.id, locations.braila.id]
  const rows = instants.map((valid_from, nr) => ({
    ...{ tenant_id: tenants.carpathia.id, slot_id: slotId, valid_from, origin: 'written' as const },
    ...{ location_id: halls[(nr + 1) % 2] ?? '', currency: 'RON', denomination_minor: 1 },
  }))
  if (rows.length > 0) await backend.db.insertInto('slot_history').values(rows).execute()
  const location_id = halls[instants.length % 2] ?? ''
  await backend.db.updateTable('slots').set({ location_id }).where('id', '=', slotId).execute()
}

const slotId = slots.bellLink.id
const MINUTE = 60_000
const DAY = 24 * HOUR

/** A slot of two games whose own meter is what they add up to. */
interface Report {
  after: number
  played: readonly [number, number]
  games: readonly (0 | 1)[]
  own: boolean
}
function feedOf(steps: readonly Report[], begin = sunday): IngestMessage[] {
  let at = begin
  const meters = [1_000, 2_000]
  return steps.map(({ after, played, games, own }, seq) => {
    at += after
    for (const game of [0, 1] as const) meters[game] = (meters[game] ?? 0) + played[game]
    const counters = games.map(game => ({ game_nr: game + 1, meters: { '0000': meters[game] ?? 0 } }))
    const whole = { game_nr: 0, meters: { '0000': 7_000 + (meters[0] ?? 0) + (meters[1] ?? 0) } }
    return reading(seq, at, {}, { counters: own ? [whole, ...counters] : counters })
  })
}

const rowsOf = async () => {
  const columns = ['game_nr', 'coin_in', 'readings', 'location_id'] as const
  const days = await backend.db
    .selectFrom('counter_days')
    .select(['gaming_day as time', ...columns])
    .where('slot_id', '=', slotId)
    .orderBy('gaming_day')
    .orderBy('game_nr')
    .orderBy('location_id')
    .execute()
  const hours = await backend.db
    .selectFrom('counter_hours')
    .select(['hour_start as time', ...columns])
    .where('slot_id', '=', slotId)
    .orderBy('hour_start')
    .orderBy('game_nr')
    .orderBy('location_id')
    .execute()
  return [days, hours].map(rows => rows.filter(row => row.readings !== 0 || row.coin_in !== 0))
}
const ofSlot = async () => {
  const [days = []] = await rowsOf()
  return days.filter(row => row.game_nr === 0).map(row => row.coin_in)
}
const stored = async () => {
  const now = (await summedOf(backend.db, [slotId])).get(slotId)
  return [...(await rowsOf()), [now?.through, now?.before, now?.overlap.parts]]
}

/** Every ten minutes, from 27 October, 08:00 in Bucharest; own meters where `isOwn` says so by the minutes since. */
const everyTen = (hours: number, isOwn: (minute: number) => boolean): Report[] =>
  Array.from({ length: hours * 6 + 1 }, (_, nr) => ({
    after: nr === 0 ? 2 * DAY : 10 * MINUTE,
    played: [6, 4],
    games: [0, 1],
    own: isOwn(nr * 10),
  }))

describe('play about the boundary', () => {
  it('is booked once where a SMIB reports the slot each hour and its games every ten minutes', async () => {
    await deliver(feedOf(everyTen(48, minute => minute >= 70 && minute % 60 === 10)))
    const days = await ofSlot()
    // The last own reading is of ten past the hour.
    expect(days.reduce((sum, one) => sum + one, 0)).toBe(10 * (47 * 6 + 1))
    expect(days).toEqual([0, 1_440, 1_390])
  })

  it('is booked once where the slot reports itself once, and again only a day later', async () => {
    await deliver(feedOf(everyTen(72, minute => minute === 240 || minute >= 52 * 60)))
    expect((await ofSlot()).reduce((sum, one) => sum + one, 0)).toBe(72 * 60)
  })

  it('is not lost where the games were last read before the slot itself was', async () => {
    const steps = everyTen(48, minute => minute >= 60).map((one, nr) =>
      nr > 60 && nr <= 144 ? { ...one, games: [] } : one,
    )
    await deliver(feedOf(steps))
    expect((await ofSlot()).reduce((sum, one) => sum + one, 0)).toBe(48 * 60)
  })

  it('is booked once where the slot changed its hall on that day, in one batch or one by one', async () => {
    const report = (after: number, games: Report['games'], own: boolean): Report => ({
      ...{ after: after * HOUR, played: [60 * after, 40 * after], games, own },
    })
    const feed = feedOf([
      report(2, [0, 1], false),
      report(2, [0, 1], true),
      report(22, [], true),
      report(1, [], true),
      report(1, [0, 1], true),
    ])
    await moveTo([sunday + 6 * HOUR])
    await deliver(feed)
    const together = await stored()
    // All but what was played before the first reading.
    expect((await ofSlot()).reduce((sum, one) => sum + one, 0)).toBe(2_600)
    for (const order of [feed, feed.toReversed()]) {
      await clear()
      await deliver(...order.map(one => [one]))
      expect(await stored()).toEqual(together)
    }
  })

  it('counts in parts of hours as in whole ones', async () => {
    await deliver(feedOf(everyTen(48, minute => minute >= 70 && minute % 60 === 10)))
    const begin = sunday + 2 * DAY
    let sum = 0
    for (let at = begin - 7 * MINUTE; at < begin + 2 * DAY; at += 25 * MINUTE)
      await bookedBetween(backend.db, slotId, at, at + 25 * MINUTE, moved => {
        sum += moved[movementNames.indexOf('coin_in')] ?? 0
      })
    expect(sum).toBe(10 * (47 * 6 + 1))
  })
})

const step = fc.record({
  after: fc.integer({ min: 1, max: 420 }).map(minutes => minutes * MINUTE),
  played: fc.tuple(fc.nat(300), fc.nat(300)),
  games: fc.constantFrom<readonly (0 | 1)[]>([0, 1], [0, 1], [0], [1], []),
  own: fc.boolean(),
})
const feeds = fc
  .record({
    steps: fc.array(step, { minLength: 3, maxLength: 16 }),
    begins: fc.integer({ min: 1, max: 6 }),
    size: fc.integer({ min: 1, max: 4 }),
    moves: fc.uniqueArray(fc.nat(60 * 60), { maxLength: 3 }),
  })
  .chain(({ steps, begins, size, moves }) => {
    const reports = steps.map((one, nr): Report => ({
      ...one,
      own: nr === begins || (nr > begins && one.own),
      // The first and the one with which the slot begins to report itself are of all meters.
      games: nr === 0 || nr === begins ? [0, 1] : one.games,
    }))
    return fc.shuffledSubarray([...reports.keys()], { minLength: reports.length }).map(order => ({
      feed: feedOf(reports),
      ...{ order, size },
      // Never at the instant of a reading.
      moves: moves.sort((a, b) => a - b).map(minutes => sunday + minutes * MINUTE + MINUTE / 2),
    }))
  })

type Counters = { game_nr: number; meters: Record<string, number> }[]
const valueOf = ({ counters }: IngestMessage, game: number): number | undefined =>
  (counters as Counters).find(one => one.game_nr === game)?.meters['0000']

/** What was played up to the last reading that counts. */
async function playedIn(feed: readonly IngestMessage[], moves: readonly number[]): Promise<number> {
  const before = (await summedOf(backend.db, [slotId])).get(slotId)?.before ?? 0
  const atOf = (one: IngestMessage) => Number(BigInt(one.server_time_nano) / 1_000_000n)
  const all = [0, 1, 2].map(game => {
    const readings = feed.flatMap(one => {
      const value = valueOf(one, game)
      return value === undefined ? [] : { at: atOf(one), value }
    })
    // What it moved across a change of its hall is booked there.
    return readings.map(({ at, value }, nr) => {
      const last = readings[nr - 1]?.at ?? at
      return { value, booked: moves.find(move => move > last && move < at) ?? at }
    })
  })
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
  const [own = [], ...games] = all
  const begun = sum(games.map(game => game[0]?.value ?? NaN))
  const ofGames = sum(games.map(game => game.findLast(one => one.booked <= before)?.value ?? NaN))
  const last = own.at(-1)
  const ofOwn = last && last.booked > before ? last.value - 7_000 : -Infinity
  return before === 0 ? ofOwn - begun : Math.max(ofOwn, ofGames) - begun
}

async function expectOnce(feed: readonly IngestMessage[], moves: readonly number[]): Promise<void> {
  const [days = [], hours = []] = await rowsOf()
  for (const rows of [days, hours]) {
    const own = rows.filter(row => row.game_nr === 0).map(row => row.coin_in)
    expect(own.reduce((sum, one) => sum + one, 0)).toBe(await playedIn(feed, moves))
    expect(Math.min(0, ...own)).toBe(0)
  }
  const anew = await rebookedSums(backend.db, slotId, { from: 0, to: sunday + 400 * DAY })
  const plain = (rows: readonly (readonly unknown[])[]) => rows.map(row => row.join()).sort()
  for (const [rows, fresh] of [
    [days, anew.days],
    [hours, anew.hours],
  ] as const)
    expect(plain(fresh.map(row => [row[1], row[2], row[8], row[7]]))).toEqual(
      plain(rows.map(row => [row.time, row.game_nr, row.coin_in, row.readings])),
    )
}

describe('what a slot and its games both count', () => {
  it('is booked once for any schedule, in any order of arrival, with readings that are ignored and taken back', async () => {
    await fc.assert(
      fc.asyncProperty(feeds, fc.nat(), async ({ feed, order, size, moves }, chosen) => {
        await clear()
        await moveTo(moves)
        await deliver(feed)
        await expectOnce(feed, moves)
        const inOrder = await stored()
        await clear()
        for (let from = 0; from < order.length; from += size)
          await deliver(order.slice(from, from + size).flatMap(at => feed[at] ?? []))
        await expectOnce(feed, moves)
        expect(await stored()).toEqual(inOrder)
        await deliver(feed.slice(0, size))
        expect(await stored()).toEqual(inOrder)
        const readings = await backend.db
          .selectFrom('counter_readings')
          .selectAll()
          .where('slot_id', '=', slotId)
          .execute()
        const one = readings[chosen % readings.length]
        if (!one) throw new Error('Nothing was read')
        const moment = {
          at: one.server_time,
          nano: one.server_nano,
          seq: one.message_seq_nr,
          smib: one.smib_id,
        }
        const omit: Ruling = { kind: 'omit', reading: moment }
        const decide = (before: Ruling[], now: Ruling[]) =>
          whileNothingIsStored(backend.deps, () =>
            backend.db
              .transaction()
              .execute(tx => judgeAgain(tx, { slotId, game: one.game_nr }, { before, now }, true)),
          )
        await decide([], [omit])
        await decide([omit], [])
        expect(await stored()).toEqual(inOrder)
      }),
      { numRuns: lawRuns(60) },
    )
  }, 240_000)
})
