/** A SMIB backdated, compared with the same move entered in time. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { reading, type Meters } from '../../../tests/support/feed'
import { movingSmib } from '../../../tests/support/moving-smib'
import { minutes, backdatingTests } from '../../../tests/support/backdating'
import { lawRuns } from '../../../tests/support/law-runs'
import type { IngestMessage } from '../../telemetry/ingestion/ingest.contract'

let backend: TestBackend
const { send, backdate } = backdatingTests(() => backend)
const { anew, back, both, stand } = movingSmib(() => backend)
const smib = smibs.bellLink
const nova = slots.novoline.id

beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

/**
 * Two games, with memory that is cleared, falls that are strays, notes told alone, calls for an attendant and what pays
 * them.
 */
const anyTold = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 90 }),
    plays: fc.integer({ min: 0, max: 3_000 }),
    does: fc.constantFrom('plays', 'plays', 'plays', 'clears', 'strays', 'tells notes', 'pays'),
  }),
  { minLength: 6, maxLength: 24 },
)

function messagesOf(steps: readonly { after: number; plays: number; does: string }[], moved: number) {
  let [minute, seq] = [0, 0]
  // One line of meters for each of the two slots.
  const lines = [
    { coinIn: 10_000, notes: 50 },
    { coinIn: 700_000, notes: 9_000 },
  ]
  return steps.map(({ after, plays, does }, nr): IngestMessage => {
    minute += after
    seq++
    const line = lines[nr < moved ? 0 : 1] ?? { coinIn: 0, notes: 0 }
    if (does === 'clears') Object.assign(line, { coinIn: 0, notes: 0 })
    line.coinIn += plays
    line.notes += plays > 1_000 ? 5 : 0
    const coinIn = does === 'strays' ? Math.floor(line.coinIn / 3) : line.coinIn
    const own: Meters =
      does === 'tells notes'
        ? { '000B': line.notes }
        : { '0000': coinIn, '0005': Math.floor(coinIn / 10), '000B': line.notes }
    const code = { clears: '7A', pays: nr % 2 ? '51' : '52' }[does]
    return reading(seq, minutes(minute), own, {
      counters: [
        { game_nr: 0, meters: own },
        { game_nr: 1, meters: own },
      ],
      ...(code && {
        events: [
          {
            event_seq_nr: seq,
            code,
            ...(code === '51' && { data: { amount_minor: plays + 1, kind: 'jackpot' } }),
          },
        ],
      }),
    })
  })
}

it(
  'whatever was told, in whatever order, both slots stand as if the move had been entered in time',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(anyTold, fc.nat(), fc.nat(), fc.boolean(), async (steps, where, cut, isBackward) => {
        const moved = 1 + (where % (steps.length - 1))
        const all = messagesOf(steps, moved)
        const timeOf = (nr: number) => Number(all[nr]?.server_time_nano.slice(0, -6))
        const at = timeOf(moved - 1) + 1
        const end = timeOf(all.length - 1) + 60_000
        await anew()
        await send(at, ...all.slice(0, moved))
        await stand(at, smib.id, nova)
        await send(end + 1, ...all.slice(moved))
        const wanted = await both()

        await anew()
        const early = all.slice(0, moved + (cut % (steps.length - moved + 1)))
        const [first, rest] = [early, all.slice(early.length)]
        await send(Math.max(at, timeOf(early.length - 1)), ...(isBackward ? first.toReversed() : first))
        await stand(end, smib.id, nova)
        await backdate(await back(at))
        if (rest.length > 0) await send(end + 1, ...(isBackward ? rest.toReversed() : rest))
        expect(await both()).toEqual(wanted)
      }),
      { numRuns: lawRuns(25) },
    )
  },
)
