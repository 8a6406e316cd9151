/** Hours are cut where a gaming day begins within one: whatever the clock, the hours of a day sum to the day. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday, type Meters } from '../../../tests/support/feed'
import { aggregate } from '../../accounting/aggregations/aggregate.queries'
import { numberOf } from '../../platform/db/short-ids'
import { compareSlot } from '../../accounting/reaggregation/compared-sums.service'
import { cutLocation, unevenLocations } from './cut-hours.service'
import { bookedBetween } from '../judgement/electronic.service'
import { gamingDayBounds, gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import type { IngestMessage } from '../ingestion/ingest.contract'
import { movementNames } from './meters.contract'
import { OWN } from './summed'
import { summedOf } from '../judgement/summed-slots.service'
import { dayRules } from './slot-history.queries'

let backend: TestBackend
const { clear, deliver, days, hours } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const MINUTE = 60_000
const all = { tenantId: null }
const setClock = (time_zone: string, gaming_day_start: string) =>
  backend.db
    .updateTable('locations')
    .set({ time_zone, gaming_day_start })
    .where('id', '=', locations.cluj.id)
    .execute()

/** Zone, start of the day, and a day near which its clocks change. */
const clocks = [
  ['Europe/Bucharest', '08:00', '2026-10-25'],
  ['Europe/Bucharest', '06:30', '2026-10-25'],
  ['Europe/Bucharest', '03:30', '2026-03-29'],
  ['Europe/Bucharest', '07:15', '2026-03-29'],
  ['Asia/Kolkata', '00:00', '2026-06-01'],
  ['Asia/Kolkata', '06:30', '2026-06-01'],
  ['Asia/Kathmandu', '06:00', '2026-06-01'],
  ['Australia/Lord_Howe', '00:00', '2026-04-05'],
  ['Australia/Lord_Howe', '02:00', '2026-10-04'],
] as const
const reported = fc.record({
  // Near each other, and about a day apart.
  minutes: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 25 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1_340, max: 1_440 }) },
  ),
  moment: fc.constantFrom('000000', '000000', '000001'),
  who: fc.constantFrom('bellLink', 'bellLink', 'novoline', 'harbour'),
  whole: fc.boolean(),
  games: fc.boolean(),
  played: fc.integer({ min: 1, max: 400 }),
})
const feeds = fc
  .record({
    clock: fc.constantFrom(...clocks),
    readings: fc.array(reported, { minLength: 8, maxLength: 30 }),
  })
  .chain(({ clock, readings }) =>
    fc.record({
      clock: fc.constant(clock),
      feed: fc.constant(messagesOf(gamingDayBounds(clock[2], clock[0], clock[1]).from - HOUR, readings)),
      order: fc.shuffledSubarray(
        readings.map((_, nr) => nr),
        { minLength: readings.length },
      ),
    }),
  )

/** Each slot's own meters and those of its first game rise with each reading. */
function messagesOf(
  begin: number,
  readings: readonly {
    minutes: number
    moment: string
    who: string
    whole: boolean
    games: boolean
    played: number
  }[],
): IngestMessage[] {
  const stood = new Map<string, { seq: number; whole: number; game: number }>()
  let at = begin
  return readings.map(({ minutes, moment, who, whole, games, played }) => {
    at += minutes * MINUTE + 1
    const full = Math.ceil(at / (15 * MINUTE)) * 15 * MINUTE
    if (full - at < 2 * MINUTE) at = full
    const before = stood.get(who) ?? { seq: 0, whole: 1_000, game: 500 }
    const now = {
      seq: before.seq + 1,
      whole: before.whole + played,
      game: before.game + Math.ceil(played / 2),
    }
    stood.set(who, now)
    const counters: { game_nr: number; meters: Meters }[] = [
      { game_nr: 0, meters: { '0000': now.whole, '0001': Math.floor(now.whole / 3) } },
      { game_nr: 1, meters: { '0000': now.game } },
    ]
    const smib_id = smibs[who as 'bellLink'].mac
    return reading(
      now.seq,
      at,
      {},
      {
        smib_id,
        server_time_nano: `${at}${moment}`,
        counters: games && !whole ? counters.slice(1) : games ? counters : counters.slice(0, 1),
      },
    )
  })
}

/** Of each day: what its hours sum to, and what it is. */
async function bothOf(): Promise<{ hours: object; days: object }> {
  const names = ['readings', ...movementNames] as const
  const rules = await dayRules(backend.db, [locations.cluj.id, locations[slots.harbour.location].id])
  const add = (sums: Record<string, number[]>, key: string, row: Record<string, unknown>) => {
    const sum = (sums[key] ??= names.map(() => 0))
    for (const [nr, name] of names.entries()) sum[nr] = (sum[nr] ?? 0) + Number(row[name])
  }
  const [fromHours, fromDays]: Record<string, number[]>[] = [{}, {}]
  const daily = await backend.db.selectFrom('counter_days').selectAll().execute()
  const hourly = await backend.db.selectFrom('counter_hours').selectAll().execute()
  const bounds = new Map<string, { from: number; to: number }>()
  for (const row of daily) {
    const at = `${row.location_id} ${row.gaming_day}`
    bounds.set(at, gamingDayBoundsIn(rules.get(row.location_id) ?? [], row.gaming_day))
    add(fromDays ?? {}, `${row.slot_id} ${row.game_nr} ${at}`, row)
  }
  for (const row of hourly) {
    const [at = 'none'] =
      [...bounds].find(
        ([key, { from, to }]) =>
          key.startsWith(row.location_id) && row.hour_start >= from && row.hour_start < to,
      ) ?? []
    add(fromHours ?? {}, `${row.slot_id} ${row.game_nr} ${at}`, row)
  }
  const isThere = (sums: Record<string, number[]> = {}) =>
    Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum.some(one => one !== 0)))
  return { hours: isThere(fromHours), days: isThere(fromDays) }
}

async function expectSummed(): Promise<void> {
  const both = await bothOf()
  expect(both.hours).toEqual(both.days)
  const known = [...new Set((await days()).map(row => row.gaming_day))].slice(0, 3)
  for (const day of known)
    for (const [entity, id] of [
      ['slot', slots.bellLink.id],
      ['location', locations.cluj.id],
      ['tenant', tenants.carpathia.id],
    ] as const) {
      const asked = { entity, ids: [id], from: day, to: day, by: entity }
      const byHour = await aggregate(backend.db, all, { ...asked, granulation: 'hour' })
      const byDay = await aggregate(backend.db, all, { ...asked, granulation: 'day' })
      const won = (rows: readonly { coin_in?: number | null }[]) =>
        rows.reduce((sum, row) => sum + (row.coin_in ?? 0), 0)
      expect([entity, won(byHour.data)]).toEqual([entity, won(byDay.data)])
    }
}

/** As they were booked before hours were cut. */
async function uncut(): Promise<void> {
  const rows = await backend.db.selectFrom('stored_hours').selectAll().execute()
  await backend.db.deleteFrom('stored_hours').execute()
  const summed = await summedOf(backend.db, [slots.bellLink.id, slots.novoline.id, slots.harbour.id])
  const before = new Map<number, number>()
  for (const [id, one] of summed) {
    const { rows: found } = await sql<{ nr: number }>`select ${numberOf(id)} as nr`.execute(backend.db)
    before.set(Number(found[0]?.nr), one.before)
  }
  const whole = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const hour_start = Math.floor(row.hour_start / HOUR) * HOUR
    const until = before.get(row.slot_nr) ?? 0
    // Games were summed up over whole hours.
    const isSwitched = hour_start < until && row.hour_start >= until
    const games = isSwitched ? (row.game_nr === 0 ? [OWN] : [row.game_nr, 0]) : [row.game_nr]
    for (const game_nr of games) {
      const key = [row.slot_nr, hour_start, game_nr, row.location_nr, row.denomination_minor].join(' ')
      const known = whole.get(key)
      if (known) for (const name of ['readings', ...movementNames] as const) known[name] += row[name]
      else whole.set(key, { ...row, hour_start, game_nr })
    }
  }
  if (whole.size > 0)
    await backend.db
      .insertInto('stored_hours')
      .values([...whole.values()])
      .execute()
  // Beside terms that are the same but for the cut, as they are once hours are cut.
  await sql`update stored_readings as r set terms = (select n.nr from reading_terms t
      join reading_terms n on n.slot_nr = t.slot_nr and n.smib_nr = t.smib_nr and n.run = t.run and n.day_gap = t.day_gap and n.hour_cut = 0
      where t.slot_nr = r.slot_nr and t.nr = r.terms)
    where (select t.hour_cut from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) > 0
      and exists (select 1 from reading_terms t
        join reading_terms n on n.slot_nr = t.slot_nr and n.smib_nr = t.smib_nr and n.run = t.run and n.day_gap = t.day_gap and n.hour_cut = 0
        where t.slot_nr = r.slot_nr and t.nr = r.terms)`.execute(backend.db)
}

describe('what is booked', () => {
  it('in the hour in which a day begins is two parts, each in its own day: 10 and 1,100 are 10 and 1,100', async () => {
    await clear()
    await setClock('Europe/Bucharest', '08:30')
    const half = sunday + 30 * MINUTE
    await deliver([
      reading(1, half - 24 * HOUR, { '0000': 5_000 }),
      reading(2, half - 10 * MINUTE, { '0000': 5_010 }),
      reading(3, half + 10 * MINUTE, { '0000': 5_110 }),
      reading(4, half + 5 * HOUR, { '0000': 6_110 }),
    ])
    const won = async () => ({
      days: (await days()).map(row => row.coin_in),
      hours: (await hours()).map(row => [(row.hour_start - half) / MINUTE, row.coin_in]),
    })
    const first = [-25 * 60 + 30, 0]
    expect(await won()).toEqual({
      days: [10, 1_100],
      hours: [first, [-30, 10], [0, 100], [4 * 60 + 30, 1_000]],
    })
    // The bound itself closes the day that ends, a nanosecond later the next has begun.
    await deliver([
      reading(5, half, { '0000': 5_030 }),
      reading(6, half, { '0000': 5_031 }, { server_time_nano: `${half}000001` }),
    ])
    expect(await won()).toEqual({
      days: [30, 1_080],
      hours: [first, [-30, 30], [0, 80], [4 * 60 + 30, 1_000]],
    })
    const between = async (from: number, to: number) => {
      let coins = 0
      await bookedBetween(backend.db, slots.bellLink.id, from, to, moved => {
        coins += moved[0] ?? 0
      })
      return coins
    }
    expect([
      await between(half - 24 * HOUR, half),
      await between(half, half + 24 * HOUR),
      await between(sunday, sunday + HOUR),
      await between(sunday - 24 * HOUR, sunday + 24 * HOUR),
    ]).toEqual([30, 1_080, 110, 1_110])
    await setClock('Europe/Bucharest', '08:00')
  })

  it('by hour sums to the day, in any order of arrival, and so does what was booked before hours were cut', async () => {
    let [cut, wrong] = [0, 0]
    const twenty = () =>
      fc.assert(
        fc.asyncProperty(feeds, async ({ clock: [zone, start], feed, order }) => {
          await clear()
          await setClock(zone, start)
          for (let from = 0; from < order.length; from += 7)
            await deliver(order.slice(from, from + 7).flatMap(at => feed[at] ?? []))
          await expectSummed()
          const slot = slots.bellLink.id
          const window = { from: '2026-01-01', through: '2026-12-31' }
          expect(await compareSlot(backend.db, slot, window, false)).toMatchObject({
            diffs: [],
            hourDiffs: [],
          })
          const booked = await hours()
          const isCut = booked.filter(row => row.hour_start % HOUR !== 0 && row.readings > 0)
          cut += isCut.length
          await uncut()
          const both = await bothOf()
          if (JSON.stringify(both.hours) !== JSON.stringify(both.days)) wrong++
          for (const place of await unevenLocations(backend.db))
            await backend.db.transaction().execute(one => cutLocation(one, place))
          await expectSummed()
          const told = (rows: typeof booked) =>
            rows
              .filter(row => row.readings > 0 || row.coin_in !== 0)
              .map(row => JSON.stringify(row))
              .sort()
          expect(told(await hours())).toEqual(told(booked))
          expect(await compareSlot(backend.db, slot, window, false)).toMatchObject({
            diffs: [],
            hourDiffs: [],
          })
        }),
        { numRuns: 20 },
      )
    // Chance alone may bring no hour that is cut.
    for (let times = 0; times < 5 && (cut === 0 || wrong === 0); times++) await twenty()
    expect([cut > 0, wrong > 0]).toEqual([true, true])
    await setClock('Europe/Bucharest', '08:00')
  }, 60_000)
})
