import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday, type Meters } from '../../../tests/support/feed'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear, deliver, days, hours, repairs, held, crossings } = bookedIn(() => backend)

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
      Array.from({ length: 50 }, (_, hour) => reading(hour, start + hour * HOUR, { '0000': 40 + hour * 10 })),
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
          reading(hour, start + (hour - 1) * HOUR, { '0000': 40 + hour * 10 }),
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

  it('hold no lifetime that a SMIB tells a day after zeros: a person is asked, and says what it was', async () => {
    await clear()
    const zeros = { '0000': 0, '0001': 0, '0005': 0 }
    const lifetime = { '0000': 47_000_000, '0001': 42_000_000, '0005': 31_000 }
    const next = { '0000': 47_000_050, '0001': 42_000_020, '0005': 31_001 }
    const told = [zeros, zeros, lifetime, next].map((meters, day) =>
      reading(day, sunday + day * 24 * HOUR, meters),
    )
    for (const batches of [[told], told.map(one => [one]), told.toReversed().map(one => [one])]) {
      await clear()
      await deliver(...batches)
      expect((await days()).map(one => one.coin_in)).toEqual([0, 0, 0, 50])
      expect(await held()).toEqual([null, null, null, null])
      expect(await crossings()).toMatchObject([
        {
          kind: 'unproven',
          state: 'open',
          crossing: sunday + 48 * HOUR,
          meters: JSON.stringify({
            coin_in: { before: 0, after: 47_000_000 },
            coin_out: { before: 0, after: 42_000_000 },
            games_played: { before: 0, after: 31_000 },
          }),
          // A lifetime is not proposed as what was played.
          proposed_minor: 0,
        },
      ])
    }
    await clear()
    await deliver([reading(0, sunday, zeros), reading(1, sunday + HOUR, { ...zeros, '0000': 40 })])
    expect(await crossings()).toMatchObject([{ kind: 'unproven', proposed_minor: 40 }])
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
})
