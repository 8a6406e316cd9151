/** A slot that tells its games, and of itself later or never: what stands for it. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { up } from '../../schema/migrations/238-summed-slots'
import { up as upOverlap } from '../../schema/migrations/338-summed-overlap'
import { rebookedSums } from '../rebooking/rebook-from-readings.service'
import { bookedBetween } from './electronic.service'
import type { IngestMessage } from '../ingestion/ingest.contract'
import { movementNames } from '../readings/meters.contract'
import { bookOverlap } from './overlap.service'
import { judgeAgain, whileNothingIsStored } from '../rebooking/ruled-judgement.service'
import type { Ruling } from './rulings.service'
import { summedOf } from './summed-slots.service'
import { OWN, type Overlap } from '../readings/summed'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear, deliver } = bookedIn(() => backend)
beforeEach(clear)

const slotId = slots.bellLink.id
const NOON = 4 * HOUR
const DAY = 24 * HOUR

/** Coin in of each game, and of the slot where it tells it. */
const told = (seq: number, after: number, games: readonly number[], whole?: number): IngestMessage =>
  reading(
    seq,
    sunday + 60_000 + after,
    {},
    {
      counters: [
        ...(whole === undefined ? [] : [{ game_nr: 0, meters: { '0000': whole } }]),
        ...games.map((coinIn, at) => ({ game_nr: at + 1, meters: { '0000': coinIn } })),
      ],
    },
  )

const days = () =>
  backend.db
    .selectFrom('counter_days')
    .select(['gaming_day as time', 'game_nr', 'coin_in', 'readings'])
    .where('slot_id', '=', slotId)
    .orderBy('gaming_day')
    .orderBy('game_nr')
    .execute()
const hours = () =>
  backend.db
    .selectFrom('counter_hours')
    .select(['hour_start as time', 'game_nr', 'coin_in', 'readings'])
    .where('slot_id', '=', slotId)
    .orderBy('hour_start')
    .orderBy('game_nr')
    .execute()
const ofSlot = async () => (await days()).filter(row => row.game_nr === 0).map(row => [row.time, row.coin_in])

describe('a slot that tells only its games', () => {
  it('has their sum for its figures, by the day and by the hour', async () => {
    await deliver([
      told(0, 0, [5_000, 7_000]),
      told(1, HOUR, [5_100, 7_200]),
      told(2, 2 * HOUR, [5_100, 7_250]),
    ])
    expect(await ofSlot()).toEqual([['2026-10-25', 350]])
    expect((await hours()).filter(row => row.game_nr === 0).map(row => row.coin_in)).toEqual([0, 300, 50])
  })

  it('that tells of itself from noon on keeps its games for that day, and counts by itself from the next', async () => {
    const feed = [
      told(0, 0, [5_000, 7_000]),
      told(1, NOON, [5_400, 7_200], 90_000),
      told(2, 2 * NOON, [5_600, 7_350], 90_350),
      told(3, DAY + HOUR, [5_700, 7_350], 90_470),
    ]
    await deliver(feed)
    const right = [
      ['2026-10-25', 950],
      ['2026-10-26', 120],
    ]
    expect(await ofSlot()).toEqual(right)
    await clear()
    await deliver(...feed.toReversed().map(one => [one]))
    expect(await ofSlot()).toEqual(right)
  })

  it('counts by itself at once where a late reading shows that it did the day before', async () => {
    await deliver([told(1, HOUR, [100, 0], 7_000), told(2, 2 * HOUR, [160, 0], 7_070)])
    expect(await ofSlot()).toEqual([['2026-10-25', 70]])
    await deliver([told(0, 0, [40, 0])])
    expect(await ofSlot()).toEqual([['2026-10-25', 120]])
    await deliver([told(3, -DAY, [], 6_000)])
    expect((await ofSlot()).at(-1)).toEqual(['2026-10-25', 1_070])
  })
})

const step = fc.record({
  after: fc.integer({ min: 60_000, max: 9 * HOUR }),
  played: fc.tuple(fc.nat(300), fc.nat(300), fc.nat(50)),
  tells: fc.constantFrom('both', 'both', 'both', 'first', 'second', 'none'),
  whole: fc.boolean(),
})
const feeds = fc
  .record({
    steps: fc.array(step, { minLength: 2, maxLength: 14 }),
    begins: fc.nat(14),
    size: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ steps, begins, size }) => {
    let [at, one, two, rest] = [0, 1_000, 2_000, 500]
    const feed = steps.map(({ after, played, tells, whole }, seq) => {
      at += after
      one += played[0]
      two += played[1]
      rest += played[2]
      const games = { both: [0, 1], first: [0], second: [1], none: [] }[tells]
      const counters = games.map(game => ({ game_nr: game + 1, meters: { '0000': game === 0 ? one : two } }))
      if (seq >= begins && (whole || counters.length === 0))
        counters.unshift({ game_nr: 0, meters: { '0000': one + two + rest } })
      return reading(seq, sunday + at, {}, { counters })
    })
    return fc
      .shuffledSubarray([...feed.keys()], { minLength: feed.length })
      .map(order => ({ feed, order, size }))
  })

/** What stands for the slot is either its own count or its games', by the day. */
async function expectWhole(): Promise<void> {
  const [summed] = await backend.db.selectFrom('summed_slots').selectAll().execute()
  for (const rows of [await days(), await hours()])
    for (const time of new Set(rows.map(row => row.time))) {
      const of = (which: (game: number) => boolean) =>
        rows.filter(row => row.time === time && which(row.game_nr)).reduce((all, row) => all + row.coin_in, 0)
      const isSummed =
        summed !== undefined &&
        (typeof time === 'number' ? time < summed.hours_before : time <= summed.days_through)
      if (isSummed) expect(of(game => game === 0)).toBe(of(game => game > 0))
      else expect(of(game => game === OWN)).toBe(0)
    }
  const anew = await rebookedSums(backend.db, slotId, { from: 0, to: sunday + 400 * DAY })
  const plain = (rows: readonly (readonly (string | number)[])[]) =>
    rows.map(row => [row[1], row[2], row[8], row[7]]).sort((a, b) => (`${a.join()}` < `${b.join()}` ? -1 : 1))
  const kept = (rows: Awaited<ReturnType<typeof days>> | Awaited<ReturnType<typeof hours>>) =>
    rows
      .map(row => [row.time, row.game_nr, row.coin_in, row.readings])
      .sort((a, b) => (`${a.join()}` < `${b.join()}` ? -1 : 1))
  expect(plain(anew.days)).toEqual(kept(await days()))
  expect(plain(anew.hours)).toEqual(kept(await hours()))
}

describe('what a person decides', () => {
  it('that the first message of its own count is passed by lets its games stand for it longer, until it is taken back', async () => {
    await deliver([
      told(0, 0, [5_000, 7_000]),
      told(1, NOON, [5_400, 7_200], 90_000),
      told(2, DAY + HOUR, [5_700, 7_350], 90_870),
      told(3, 2 * DAY + HOUR, [5_800, 7_350], 90_990),
    ])
    const right = [
      ['2026-10-25', 600],
      ['2026-10-26', 870],
      ['2026-10-27', 120],
    ]
    expect(await ofSlot()).toEqual(right)
    const first = await backend.db
      .selectFrom('counter_readings')
      .selectAll()
      .where('slot_id', '=', slotId)
      .where('game_nr', '=', 0)
      .orderBy('server_time')
      .executeTakeFirstOrThrow()
    const omit: Ruling = {
      kind: 'omit',
      reading: {
        at: first.server_time,
        nano: first.server_nano,
        seq: first.message_seq_nr,
        smib: first.smib_id,
      },
    }
    const decide = (before: Ruling[], now: Ruling[]) =>
      whileNothingIsStored(backend.deps, () =>
        backend.db.transaction().execute(tx => judgeAgain(tx, { slotId, game: 0 }, { before, now }, true)),
      )
    await decide([], [omit])
    expect(await ofSlot()).toEqual([
      ['2026-10-25', 600],
      ['2026-10-26', 450],
      ['2026-10-27', 120],
    ])
    await decide([omit], [])
    expect(await ofSlot()).toEqual(right)
  })
})

describe('parts of hours', () => {
  it('are of the games where these stand for the slot', async () => {
    await deliver([
      told(0, 0, [5_000, 7_000]),
      told(1, 20 * 60_000, [5_100, 7_200]),
      told(2, 40 * 60_000, [5_110, 7_220], 90_000),
      told(3, 2 * HOUR, [5_150, 7_300], 90_070),
    ])
    let credits = 0
    const at = sunday + 60_000
    await bookedBetween(backend.db, slotId, at + 30 * 60_000, at + 90 * 60_000, moved => {
      credits += moved[movementNames.indexOf('coin_in')] ?? 0
    })
    expect(credits).toBe(30)
  })
})

/** What an installation had before games were summed up; its rows are returned as they are to be then. */
async function asBefore(): Promise<Rows> {
  const { parts = [] } = (await summedOf(backend.db, [slotId])).get(slotId)?.overlap ?? {}
  await bookOverlap(backend.db, slotId, parts, [])
  const rows: Rows = [await days(), await hours()]
  const summed = await backend.db.selectFrom('summed_slots').selectAll().execute()
  for (const { days_through, hours_before } of summed)
    for (const [table, within] of [
      ['counter_days', sql`gaming_day <= ${days_through}`],
      ['stored_hours', sql`hour_start < ${hours_before}`],
    ] as const) {
      await sql`delete from ${sql.table(table)} where game_nr = 0 and ${within}`.execute(backend.db)
      await sql`update ${sql.table(table)} set game_nr = 0 where game_nr = ${OWN}`.execute(backend.db)
    }
  await sql`drop table summed_slots`.execute(backend.db)
  return rows
}
const placesOf = async () =>
  (await backend.db.selectFrom('summed_slots').selectAll().execute()).map(({ overlap, ...row }) => ({
    ...row,
    parts: overlap === null ? [] : (JSON.parse(overlap) as Overlap).parts,
  }))
type Rows = [Awaited<ReturnType<typeof days>>, Awaited<ReturnType<typeof hours>>]

describe('what stands for a slot', () => {
  it('is the same for any order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(feeds, async ({ feed, order, size }) => {
        await clear()
        await deliver(feed)
        const inOrder = [await days(), await hours(), await placesOf()]
        await expectWhole()
        await clear()
        for (let from = 0; from < order.length; from += size)
          await deliver(order.slice(from, from + size).flatMap(at => feed[at] ?? []))
        const shuffled = [await days(), await hours(), await placesOf()]
        // A reading that was taken back leaves a row of nothing.
        const told = (rows: unknown[][]) =>
          rows.map(all => all.filter(row => (row as { readings?: number }).readings !== 0))
        expect(told(shuffled)).toEqual(told(inOrder))
        await expectWhole()
        const before = await asBefore()
        await up(backend.db as never)
        await upOverlap(backend.db as never)
        const upgraded = [
          await days(),
          await hours(),
          await backend.db.selectFrom('summed_slots').select(['slot_id', 'days_through']).execute(),
        ]
        const places = (shuffled[2] as { slot_id: string; days_through: string }[]).map(
          ({ slot_id, days_through }) => ({ slot_id, days_through }),
        )
        expect(told(upgraded)).toEqual(told([...before, places]))
      }),
      { numRuns: lawRuns(30) },
    )
  }, 120_000)
})
