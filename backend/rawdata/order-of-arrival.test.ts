import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday, type Meters } from '../../tests/support/feed'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear, deliver, days, hours, repairs, held, crossings } = bookedIn(() => backend)

describe('sums of readings', () => {
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
            crossings: await crossings(),
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
