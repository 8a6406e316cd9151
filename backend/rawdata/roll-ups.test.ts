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

  it('take a fall as a new baseline, also from near the wrap when memory was cleared, however late that is known', async () => {
    await clear()
    await deliver([
      reading(1, sunday, { '0000': 5000 }),
      reading(2, sunday + 1, { '0000': 40 }),
      reading(3, sunday + HOUR, { '0000': 99_999_900 }),
    ])
    await deliver([reading(5, sunday + 3 * HOUR, { '0000': 70 })])
    expect((await days())[1]).toMatchObject({ coin_in: 40 + 99_999_860 + 170 })
    await deliver([
      { ...reading(4, sunday + 2 * HOUR, {}), counters: [], events: [{ event_seq_nr: 1, code: '7A' }] },
    ])
    expect((await days())[1]).toMatchObject({ coin_in: 40 + 99_999_860 + 70 })
    expect(await repairs()).toEqual([null, '{"coin_in":"reset"}', null, '{"coin_in":"reset"}'])
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
    const value = fc.oneof(fc.nat(500), fc.constant(99_999_990), fc.integer({ min: 1, max: 100_000_000 }))
    const step = fc.record({
      after: fc.integer({ min: 1, max: 3 * HOUR }),
      event: fc.option(fc.constantFrom('7A', '11'), { freq: 5 }),
      coinIn: fc.option(value, { freq: 4 }),
      coinOut: fc.option(value, { freq: 2 }),
      games: value,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 14 }).chain(steps =>
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
          const feed = steps.map(({ after, event, coinIn, coinOut, games }, index) =>
            reading(
              index,
              (at += after),
              {
                '0005': games,
                ...(coinIn === null ? {} : { '0000': coinIn }),
                ...(coinOut === null ? {} : { '0001': coinOut }),
              },
              event ? { events: [{ event_seq_nr: 1, code: event }] } : {},
            ),
          )
          const told = async () => ({
            days: (await days()).filter(one => one.readings),
            hours: (await hours()).filter(one => one.readings),
            repairs: await repairs(),
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
      { numRuns: 25 },
    )
  }, 120_000)
})
