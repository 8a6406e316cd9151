/**
 * The law of a form where a slot reports its games, and of itself later or never: D is (Sf − Si) × F on each row, rows
 * go on or say why not, and all forms together are what was booked, which is what was played; whatever is sealed before
 * late data arrives.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { closeAll, forgetClosedDays } from '../../../tests/support/closed-days'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { demandGoingOn, demandRows, formsOf, sum } from '../../../tests/support/form-laws'
import { lawRuns } from '../../../tests/support/law-runs'
import { ana } from '../../../tests/support/seals'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { Problem } from '../../platform/contract/problem'
import { nextToSeal } from '../period-lock/fiscal-head.service'
import { sealDay } from '../sealing/sealing.service'

let backend: TestBackend
const { clear } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const cluj = locations.cluj.id
const seen = { tenantId: null }

async function sealNext(): Promise<void> {
  const place = await placeOf(backend.db, seen, cluj)
  const day = await nextToSeal(backend.db, place)
  if (day === null) return
  const given = { reports: null, accepted: Object.values(slots).map(({ id }) => id), reason: 'Tried' }
  await backend.db
    .transaction()
    .execute(tx => sealDay(tx, ana, dayOf(place, day), given, backend.clock()))
    .catch((error: unknown) => {
      if (!(error instanceof Problem && ['day_open', 'report_changed'].includes(error.code))) throw error
    })
}

const step = fc.record({
  after: fc.integer({ min: 10, max: 500 }),
  played: fc.tuple(fc.nat(300), fc.nat(300)),
  games: fc.constantFrom<readonly number[]>([1, 2], [1, 2], [1], [2], []),
  own: fc.boolean(),
  isLate: fc.constantFrom(false, false, false, true),
  seals: fc.constantFrom(false, false, true),
  /** The memory of the first game is cleared before, or that of the slot itself. */
  clears: fc.constantFrom(...Array<null>(18).fill(null), 1, 1, 0),
})

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const usual: Omit<Step, 'after' | 'played'> = {
  games: [1, 2],
  own: false,
  isLate: false,
  seals: false,
  clears: null,
}
/** What was sealed lies by chance within a later run of the games, which it parts in two. */
const once: [Step[], number, number, number] = [
  [
    { ...usual, after: 18, played: [226, 3] },
    { ...usual, after: 16, played: [0, 8], isLate: true },
    { ...usual, after: 500, played: [177, 4], isLate: true, clears: 1 },
    { ...usual, after: 492, played: [294, 277], games: [2], seals: true },
    { ...usual, after: 295, played: [60, 4], games: [] },
    { ...usual, after: 480, played: [300, 203], games: [2] },
    { ...usual, after: 224, played: [294, 48], clears: 1 },
    { ...usual, after: 493, played: [288, 5] },
    { ...usual, after: 13, played: [0, 249], games: [] },
  ],
  12,
  99_999_700,
  500_000,
]

it('holds for any schedule, seals, clears and late data', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 18 }),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(2_000, 99_999_700),
      fc.constantFrom(500_000, 99_999_500),
      async (steps, begins, start, ownStart) => {
        await clear()
        await forgetClosedDays(backend)
        let at = sunday
        const shown: Record<number, number> = { 0: ownStart, 1: 1_000, 2: start }
        const late: ReturnType<typeof reading>[] = []
        let isPlain = true
        for (const [nr, { after, played, games, own, isLate, seals, clears }] of steps.entries()) {
          at += after * 60_000
          backend.clock.set(at)
          const isCleared = clears !== null && nr > 0
          if (isCleared) shown[clears] = 0
          isPlain &&= !isCleared
          for (const game of [1, 2] as const) {
            shown[game] = ((shown[game] ?? 0) + (played[game - 1] ?? 0)) % 100_000_000
            shown[0] = ((shown[0] ?? 0) + (played[game - 1] ?? 0)) % 100_000_000
          }
          const isWhole = nr === begins || (nr > begins && own)
          const reported = [
            ...(isWhole ? [0] : []),
            ...(nr === 0 || nr === begins || isCleared ? [1, 2] : games),
          ]
          const counters = reported.map(game => ({
            game_nr: game,
            meters: { '0000': shown[game] ?? 0, '0001': 0, '0002': 0 },
          }))
          const isSaid = isCleared && (clears === 0 ? nr > begins : nr < begins)
          const events = isSaid ? { events: [{ event_seq_nr: nr + 1, code: '7A' }] } : {}
          const message = reading(nr, at, {}, { counters, ...events })
          if (isLate && nr > 0) late.push(message)
          else expect((await ingest(backend.deps, seen, [message])).refused).toBe(0)
          if (!seals) continue
          await closeAll(backend.deps)
          await sealNext()
        }
        backend.clock.set(at + 60 * HOUR)
        await closeAll(backend.deps)
        await sealNext()
        if (late.length > 0) await ingest(backend.deps, seen, late)
        backend.clock.set(at + 90 * HOUR)
        await closeAll(backend.deps)
        const forms = await formsOf(backend.db, cluj)
        for (const form of forms) await demandRows(form)
        const indexes = forms.flatMap(({ rows }) => rows.map(row => row.opening?.in ?? 0))
        expect(Math.min(0, ...indexes)).toBe(0)
        demandGoingOn(forms)
        const booked = await backend.db
          .selectFrom('location_day_sums')
          .select('coin_in')
          .where('location_id', '=', cluj)
          .execute()
        const all = sum(booked.map(row => Number(row.coin_in)))
        expect(sum(forms.map(form => form.totals.takings))).toBe(all)
        expect(Math.min(0, ...booked.map(row => Number(row.coin_in)))).toBe(0)
        const [summed] = await backend.db.selectFrom('summed_slots').selectAll().execute()
        const latest = await backend.db
          .selectFrom('counter_latest')
          .select(['server_time', 'meters'])
          .where('slot_id', '=', slots.bellLink.id)
          .where('game_nr', '=', 0)
          .executeTakeFirst()
        if (!isPlain || !summed || !latest || latest.server_time <= summed.hours_before) return
        const own = steps.map((one, nr) => ({ ...one, isWhole: nr === begins || (nr > begins && one.own) }))
        const last = own.findLastIndex(one => one.isWhole)
        expect(all).toBe(sum(own.slice(1, last + 1).flatMap(one => [...one.played])))
      },
    ),
    { numRuns: Number(process.env.FORM_RUNS ?? lawRuns(12)), examples: [once] },
  )
})
