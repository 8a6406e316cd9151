/**
 * No order of late data, closing and sealing loses or doubles a credit: what all reports say together is what was
 * booked.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { sealedIn } from '../../../tests/support/sealing'
import { ingest } from '../../telemetry/ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { afresh, closeAll, demandIndexes, reopenSome, reports, sealNext } = sealedIn(() => backend)

const DAYS = 4
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant('reading' as const) },
  { weight: 2, arbitrary: fc.constant('close' as const) },
  { weight: 3, arbitrary: fc.constant('seal' as const) },
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
)

it(
  'what all reports say is what was booked, and none that is sealed changes',
  { timeout: 400_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(5_000), { minLength: 6, maxLength: 14 }),
        fc.array(step, { minLength: 10, maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        async (steps, actions, chance) => {
          await afresh()
          backend.clock.set(sunday + DAYS * 24 * HOUR)
          let [coinIn, jackpot, coinOut] = [1_000, 10, 400]
          const waiting = steps.map((by, nr) => {
            coinIn += by
            jackpot += by % 7
            coinOut += by % 911
            const at =
              sunday - 24 * HOUR + Math.floor(((nr + 1) * (DAYS + 1) * 24 * HOUR) / (steps.length + 2))
            return reading(nr + 1, at, { '0000': coinIn, '0001': coinOut, '0002': jackpot })
          })
          const sealed = new Map<string, string>()
          const pick = () => waiting.splice((chance.next().value ?? 0) % waiting.length, 1)
          for (const action of actions) {
            if (action === 'close') await closeAll()
            else if (action === 'seal') await sealNext()
            else if (action === 'reopen') await reopenSome(chance.next().value ?? 0)
            else if (waiting.length > 0) await ingest(backend.deps, { tenantId: null }, pick())
            // Between late data and the next look a report is about to get another revision.
            if (action === 'close' || action === 'seal') await demandIndexes()
            for (const { id, state, document } of await reports()) {
              if (state !== 'sealed') continue
              expect(document).toBe(sealed.get(id) ?? document)
              sealed.set(id, document)
            }
          }
          while (waiting.length > 0) await ingest(backend.deps, { tenantId: null }, pick())
          // What came for days that are all sealed waits for the next one to close.
          backend.clock.set(sunday + (DAYS + 2) * 24 * HOUR)
          await closeAll()
          const rows = (await reports())
            .filter(({ is_latest }) => is_latest === 1)
            .flatMap(({ form }) => form.rows)
          const booked = await backend.db
            .selectFrom('counter_days')
            .select(['coin_in', 'jackpot', 'coin_out'])
            .where('location_id', '=', locations.cluj.id)
            .where('game_nr', '=', 0)
            .execute()
          const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0)
          expect([
            sum(rows.map(row => row.moved.in)),
            sum(rows.map(row => row.moved.premium)),
            sum(rows.map(row => row.moved.out)),
          ]).toEqual([
            sum(booked.map(row => Number(row.coin_in))),
            sum(booked.map(row => Number(row.jackpot))),
            sum(booked.map(row => Number(row.coin_out))),
          ])
        },
      ),
      { numRuns: Number(process.env.SEALING_RUNS ?? lawRuns(8)) },
    )
  },
)
