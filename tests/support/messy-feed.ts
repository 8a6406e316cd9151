/**
 * Feeds of one slot whose meters leave their line in every way that judgement knows, with the order in which they
 * arrive.
 */
import fc from 'fast-check'
import type { IngestMessage } from '../../backend/telemetry/ingestion/ingest.contract'
import { HOUR, reading, sunday, type Meters } from './feed'

/** `calm`: how often nothing goes wrong for each time that something does. */
const stepOf = (calm: number) =>
  fc.record({
    after: fc.oneof(
      { weight: calm, arbitrary: fc.integer({ min: 1, max: 3 * HOUR }) },
      { weight: 1, arbitrary: fc.constantFrom(60_000, 9 * 24 * HOUR) },
    ),
    event: fc.oneof(
      { weight: calm * calm, arbitrary: fc.constant(null) },
      { weight: 3, arbitrary: fc.constantFrom('7A', '31', '11', '51', '51') },
    ),
    coinIn: fc.nat(500),
    coinOut: fc.nat(400),
    games: fc.nat(9),
    tells: fc.constantFrom('in', 'in', 'in out', 'out', 'games', 'in out games'),
    goesWrong: fc.oneof(
      { weight: calm, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'falls a little',
          'is zero',
          'jumps',
          'wins big',
          'is cleared',
          'is replaced',
          'stands before its wrap',
        ),
      },
    ),
  })
const BIG_WIN = 60_000_000
/** What an attendant is called for: enough for such a win, too little, and no win. */
const paid = [
  { amount_minor: 100 * BIG_WIN, kind: 'jackpot' },
  { amount_minor: 1_000, kind: 'jackpot' },
  { amount_minor: 100 * BIG_WIN, kind: 'cancelled_credits' },
]
type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer One> ? One : never

/** `zeros`: so many messages tell zeros before the first that tells something. */
function feedOf(steps: readonly Step[], zeros: number): IngestMessage[] {
  let at = sunday
  let meters = zeros > 0 ? { '0000': 0, '0001': 0, '0005': 0 } : { '0000': 4_000, '0001': 3_000, '0005': 100 }
  const add = (more: typeof meters) => {
    for (const code of ['0000', '0001', '0005'] as const)
      meters = { ...meters, [code]: (meters[code] + more[code]) % 100_000_000 }
  }
  return steps.map(({ after, event, coinIn, coinOut, games, tells, goesWrong }, index) => {
    if (goesWrong === 'is cleared') meters = { '0000': 0, '0001': 0, '0005': 0 }
    if (goesWrong === 'is replaced') meters = { '0000': 1_700, '0001': 1_100, '0005': 50 }
    if (goesWrong === 'wins big') add({ '0000': 0, '0001': BIG_WIN, '0005': 0 })
    if (goesWrong === 'stands before its wrap')
      meters = { '0000': 99_999_900, '0001': 99_999_950, '0005': 99_999_998 }
    if (index >= zeros) add({ '0000': coinIn, '0001': coinOut, '0005': games })
    const shown = { ...meters }
    if (goesWrong === 'falls a little') shown['0000'] = Math.max(0, shown['0000'] - 700)
    if (goesWrong === 'is zero') Object.assign(shown, { '0000': 0, '0001': 0, '0005': 0 })
    if (goesWrong === 'jumps') shown['0001'] += 60_000_000
    const codes = { in: '0000', out: '0001', games: '0005' } as const
    const of = tells
      .split(' ')
      .map(name => codes[name as keyof typeof codes])
      .map(code => [code, shown[code]])
    return reading(index, (at += after), Object.fromEntries(of) as Meters, {
      // Some carry an event number, and so claim that what is missing after them is lost.
      ...(games % 2 === 0 && { event_seq_nr: index }),
      ...(event && {
        events: [{ event_seq_nr: 1, code: event, ...(event === '51' && { data: paid[games % 3] }) }],
      }),
    })
  })
}

/** `batches`: every message at least once, in any order, some again, cut into pieces of one size. */
export const feedWith = ({ calm, least, most }: { calm: number; least: number; most: number }) =>
  fc
    .array(stepOf(calm), { minLength: least, maxLength: most })
    .chain(steps =>
      fc.tuple(
        fc.constant(steps),
        fc.array(fc.nat(steps.length - 1), { maxLength: 25 }),
        fc.shuffledSubarray(
          steps.map((_, index) => index),
          { minLength: steps.length },
        ),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(0, 0, 1, 3),
      ),
    )
    .map(([steps, repeated, order, size, zeros]) => {
      const feed = feedOf(steps, zeros)
      const arrivals = [...order, ...repeated].flatMap(index => feed[index] ?? [])
      const batches: IngestMessage[][] = []
      for (let from = 0; from < arrivals.length; from += size) batches.push(arrivals.slice(from, from + size))
      return { feed, batches }
    })

export const messyFeed = feedWith({ calm: 1, least: 2, most: 16 })
