import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { ingest } from './ingest.service'
import type { IngestMessage } from './ingest.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const HOUR = 3_600_000
/** 25 October 2026, 08:00 in Bucharest (06:00 UTC): the day before had 25 hours. */
const sunday = Date.UTC(2026, 9, 25, 6)

type Meters = Record<string, number>
const reading = (
  seq: number,
  at: number,
  meters: Meters,
  over: Partial<IngestMessage> = {},
): IngestMessage => ({
  smib_id: smibs.bellLink.mac,
  message_seq_nr: seq,
  server_time_nano: `${at}000000`,
  counters: [{ game_nr: 0, meters }],
  ...over,
})

async function clear(): Promise<void> {
  for (const table of [
    'messages',
    'events',
    'counter_readings',
    'counter_latest',
    'counter_hours',
    'counter_days',
    'event_days',
    'smib_feeds',
    'sequence_runs',
    'sequence_breaks',
  ] as const) {
    await backend.db.deleteFrom(table).execute()
  }
}
async function deliver(...batches: IngestMessage[][]): Promise<void> {
  backend.clock.set(sunday + 400 * 24 * HOUR)
  for (const batch of batches) expect((await ingest(backend.deps, { tenantId: null }, batch)).refused).toBe(0)
}
const days = () =>
  backend.db
    .selectFrom('counter_days')
    .select(['gaming_day', 'coin_in', 'coin_out', 'games_played', 'readings'])
    .where('slot_id', '=', slots.bellLink.id)
    .orderBy('gaming_day')
    .execute()
const hours = () =>
  backend.db
    .selectFrom('counter_hours')
    .select(['hour_start', 'coin_in', 'coin_out', 'games_played', 'readings'])
    .where('slot_id', '=', slots.bellLink.id)
    .orderBy('hour_start')
    .execute()
const repairs = async () =>
  (
    await backend.db
      .selectFrom('counter_readings')
      .select('repairs')
      .where('slot_id', '=', slots.bellLink.id)
      .orderBy('server_time')
      .execute()
  ).map(
    ({ repairs: told }) =>
      told && JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(told) as object).sort())),
  )

const held = async () =>
  (
    await backend.db
      .selectFrom('counter_readings')
      .select('held')
      .where('slot_id', '=', slots.bellLink.id)
      .orderBy('server_time')
      .execute()
  ).map(row => row.held)

describe('roll-ups', () => {
  it('begin with a baseline, and a reading at a full hour closes the hour and the day before it', async () => {
    await clear()
    await deliver([
      reading(1, sunday - HOUR, { '0000': 1000 }),
      reading(2, sunday, { '0000': 1300 }),
      reading(3, sunday + HOUR, { '0000': 1350 }),
    ])
    expect(await days()).toMatchObject([
      { gaming_day: '2026-10-24', coin_in: 300, readings: 2 },
      { gaming_day: '2026-10-25', coin_in: 50, readings: 1 },
    ])
    expect(await hours()).toMatchObject([
      { hour_start: sunday - 2 * HOUR, coin_in: 0 },
      { hour_start: sunday - HOUR, coin_in: 300 },
      { hour_start: sunday, coin_in: 50 },
    ])
  })

  it('tell a nanosecond after the start of a day from its start, also when a late reading books it anew', async () => {
    await clear()
    const after = (seq: number, at: number, meters: Meters) =>
      reading(seq, at, meters, { server_time_nano: `${at}000001` })
    await deliver(
      [
        reading(1, sunday - HOUR, { '0000': 1000 }),
        reading(3, sunday, { '0000': 1300 }),
        after(4, sunday, { '0000': 1350 }),
      ],
      [reading(2, sunday - 1, { '0000': 1200 })],
    )
    expect(await days()).toMatchObject([
      { gaming_day: '2026-10-24', coin_in: 300, readings: 3 },
      { gaming_day: '2026-10-25', coin_in: 50, readings: 1 },
    ])
    expect(await hours()).toMatchObject([
      { hour_start: sunday - 2 * HOUR, coin_in: 0 },
      { hour_start: sunday - HOUR, coin_in: 300 },
      { hour_start: sunday, coin_in: 50 },
    ])
  })

  it('give the gaming day on which summer time ends its 25 hours', async () => {
    await clear()
    const start = Date.UTC(2026, 9, 24, 5)
    await deliver(
      Array.from({ length: 50 }, (_, hour) => reading(hour, start + hour * HOUR, { '0000': hour * 10 })),
    )
    expect(await days()).toMatchObject([
      { gaming_day: '2026-10-23', coin_in: 0, readings: 1 },
      { gaming_day: '2026-10-24', coin_in: 250, readings: 25 },
      { gaming_day: '2026-10-25', coin_in: 240, readings: 24 },
    ])
  })

  it('take readings of a day whose beginning the clocks skip, and give it its 23 hours', async () => {
    await clear()
    const place = backend.db.updateTable('locations').where('id', '=', locations.cluj.id)
    await place.set({ time_zone: 'Atlantic/Azores', gaming_day_start: '00:00' }).execute()
    try {
      // In the Azores 29 March 2026 begins at 01:00, which is 01:00 UTC.
      const start = Date.UTC(2026, 2, 29, 1)
      await deliver(
        Array.from({ length: 26 }, (_, hour) =>
          reading(hour, start + (hour - 1) * HOUR, { '0000': hour * 10 }),
        ),
      )
      expect(await days()).toMatchObject([
        { gaming_day: '2026-03-28', coin_in: 10, readings: 2 },
        { gaming_day: '2026-03-29', coin_in: 230, readings: 23 },
        { gaming_day: '2026-03-30', coin_in: 10, readings: 1 },
      ])
    } finally {
      await place.set({ time_zone: 'Europe/Bucharest', gaming_day_start: '08:00' }).execute()
    }
  })

  it('carry a counter over its wrap', async () => {
    await clear()
    await deliver([reading(1, sunday, { '0000': 99_999_900 }), reading(2, sunday + 1, { '0000': 100 })])
    expect(await days()).toMatchObject([{ coin_in: 0 }, { coin_in: 200 }])
    expect(await repairs()).toEqual([null, '{"coin_in":"rollover"}'])
  })

  it('take a fall as a new run, also from near the wrap when memory was cleared, however late that is known', async () => {
    await clear()
    await deliver([
      reading(1, sunday, { '0000': 99_999_800 }),
      reading(2, sunday + HOUR, { '0000': 99_999_900 }),
    ])
    await deliver([reading(4, sunday + 3 * HOUR, { '0000': 70 })])
    expect((await days())[1]).toMatchObject({ coin_in: 100 + 170 })
    expect(await repairs()).toEqual([null, null, '{"coin_in":"rollover"}'])
    await deliver([
      { ...reading(3, sunday + 2 * HOUR, {}), counters: [], events: [{ event_seq_nr: 1, code: '7A' }] },
    ])
    expect((await days())[1]).toMatchObject({ coin_in: 100 })
    expect(await repairs()).toEqual([null, null, '{"coin_in":"cleared"}'])
    await deliver([reading(5, sunday + 4 * HOUR, { '0000': 90 })])
    expect((await days())[1]).toMatchObject({ coin_in: 120 })
  })

  it('book nothing of a reading that falls, and nothing of it is missing once the next one agrees with the one before', async () => {
    await clear()
    await deliver([reading(1, sunday, { '0000': 48_000_000 })])
    await deliver([reading(2, sunday + HOUR, { '0000': 47_999_993 })])
    expect(await held()).toEqual([null, 'open'])
    await deliver([reading(3, sunday + 2 * HOUR, { '0000': 0 })])
    await deliver([reading(4, sunday + 3 * HOUR, { '0000': 48_000_060 })])
    expect(await held()).toEqual([null, 'stray', 'stray', null])
    expect((await hours()).map(one => one.coin_in)).toEqual([0, 0, 0, 60])
  })

  it('begin a new run with the first reading after a clearing that came alone, also on a rise', async () => {
    await clear()
    await deliver([reading(1, sunday, { '0000': 500 })])
    await deliver([
      { ...reading(2, sunday + HOUR / 2, {}), counters: [], events: [{ event_seq_nr: 1, code: '7A' }] },
    ])
    await deliver([reading(3, sunday + HOUR, { '0000': 700 })])
    await deliver([reading(4, sunday + 2 * HOUR, { '0000': 750 })])
    expect((await hours()).map(one => one.coin_in)).toEqual([0, 0, 50])
    expect(await repairs()).toEqual([null, '{"coin_in":"cleared"}', null])
  })

  it('hold a jump however often it is told, and give nothing for a reading that was held long ago', async () => {
    await clear()
    await deliver([reading(1, sunday, { '0000': 1_000 })])
    for (let hour = 1; hour <= 20; hour++)
      await deliver([reading(hour + 1, sunday + hour * (HOUR / 4), { '0000': 90_000_000 })])
    expect((await hours()).map(one => one.coin_in)).toEqual([0, 0, 0, 0, 0, 0])
    // What comes late between them is judged by the last good one.
    await deliver([reading(30, sunday + 60_000, { '0000': 1_040 })])
    await deliver([reading(31, sunday + 6 * HOUR, { '0000': 1_100 })])
    expect((await hours()).reduce((sum, one) => sum + one.coin_in, 0)).toBe(100)
    expect(await held()).toEqual([null, null, ...Array.from({ length: 20 }, () => 'stray'), null])
  })

  it('are booked where the machine stood', async () => {
    await clear()
    await deliver([reading(1, sunday, { '0000': 10 }), reading(2, sunday + 10, { '0000': 30 })])
    await backend.db
      .updateTable('smibs')
      .set({ location_id: locations.braila.id })
      .where('id', '=', smibs.bellLink.id)
      .execute()
    await deliver([reading(4, sunday + 30, { '0000': 100 })], [reading(3, sunday + 20, { '0000': 60 })])
    const rows = await backend.db
      .selectFrom('counter_days')
      .select(['location_id', 'coin_in'])
      .where('gaming_day', '=', '2026-10-25')
      .orderBy('location_id')
      .execute()
    expect(rows).toEqual([
      { location_id: locations.cluj.id, coin_in: 20 },
      { location_id: locations.braila.id, coin_in: 70 },
    ])
    await backend.db
      .updateTable('smibs')
      .set({ location_id: locations.cluj.id })
      .where('id', '=', smibs.bellLink.id)
      .execute()
  })

  it('are the same for any order of arrival and any repetition', async () => {
    const step = fc.record({
      after: fc.oneof(fc.integer({ min: 1, max: 3 * HOUR }), fc.constantFrom(60_000, 9 * 24 * HOUR)),
      event: fc.option(fc.constantFrom('7A', '31', '11'), { freq: 4 }),
      coinIn: fc.nat(500),
      coinOut: fc.nat(400),
      games: fc.nat(9),
      tells: fc.constantFrom('in', 'in', 'in out', 'out', 'games', 'in out games'),
      goesWrong: fc.option(
        fc.constantFrom(
          'falls a little',
          'is zero',
          'jumps',
          'is cleared',
          'is replaced',
          'stands before its wrap',
        ),
        { freq: 2 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 16 }).chain(steps =>
          fc.tuple(
            fc.constant(steps),
            fc.array(fc.nat(steps.length - 1), { maxLength: 25 }),
            fc.shuffledSubarray(
              steps.map((_, index) => index),
              { minLength: steps.length },
            ),
            fc.integer({ min: 1, max: 5 }),
          ),
        ),
        async ([steps, repeated, order, size]) => {
          let at = sunday
          let meters = { '0000': 4_000, '0001': 3_000, '0005': 100 }
          const add = (more: typeof meters) => {
            for (const code of ['0000', '0001', '0005'] as const)
              meters = { ...meters, [code]: (meters[code] + more[code]) % 100_000_000 }
          }
          const feed = steps.map(({ after, event, coinIn, coinOut, games, tells, goesWrong }, index) => {
            if (goesWrong === 'is cleared') meters = { '0000': 0, '0001': 0, '0005': 0 }
            if (goesWrong === 'is replaced') meters = { '0000': 1_700, '0001': 1_100, '0005': 50 }
            if (goesWrong === 'stands before its wrap')
              meters = { '0000': 99_999_900, '0001': 99_999_950, '0005': 99_999_998 }
            add({ '0000': coinIn, '0001': coinOut, '0005': games })
            const shown = { ...meters }
            if (goesWrong === 'falls a little') shown['0000'] = Math.max(0, shown['0000'] - 700)
            if (goesWrong === 'is zero') Object.assign(shown, { '0000': 0, '0001': 0, '0005': 0 })
            if (goesWrong === 'jumps') shown['0001'] += 60_000_000
            const codes = { in: '0000', out: '0001', games: '0005' } as const
            const of = tells
              .split(' ')
              .map(name => codes[name as keyof typeof codes])
              .map(code => [code, shown[code]])
            return reading(
              index,
              (at += after),
              Object.fromEntries(of) as Meters,
              event ? { events: [{ event_seq_nr: 1, code: event }] } : {},
            )
          })
          const told = async () => ({
            days: (await days()).filter(one => one.readings),
            hours: (await hours()).filter(one => one.readings),
            repairs: await repairs(),
            held: await held(),
            latest: await backend.db
              .selectFrom('counter_latest')
              .selectAll()
              .execute()
              .then(rows => rows.map(row => ({ ...row, meters: JSON.parse(row.meters) as unknown }))),
            events: await backend.db
              .selectFrom('event_days')
              .selectAll()
              .orderBy('gaming_day')
              .orderBy('code')
              .execute(),
            gaps: await backend.db
              .selectFrom('sequence_breaks')
              .select(['from_seq', 'to_seq'])
              .where('closed_at', 'is', null)
              .execute(),
          })
          await clear()
          await deliver(feed)
          const inOrder = await told()
          await clear()
          const arrivals = [...order, ...repeated].flatMap(index => feed[index] ?? [])
          for (let from = 0; from < arrivals.length; from += size)
            await deliver(arrivals.slice(from, from + size))
          expect(await told()).toEqual(inOrder)
          for (const row of [...inOrder.days, ...inOrder.hours])
            expect(Math.min(row.coin_in, row.coin_out, row.games_played)).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 25) },
    )
  }, 120_000)
})
