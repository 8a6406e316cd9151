/**
 * A day that runs, or is to come, is never stored as closed, reported or sealed: whoever marks it, asks for it, or
 * moves the clock that it runs by.
 */
import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { dayWays, every, way } from '../../../tests/support/day-ways'
import { HOUR, sunday } from '../../../tests/support/feed'
import { ana } from '../../../tests/support/seals'
import { lawRuns } from '../../../tests/support/law-runs'
import type { Problem } from '../../platform/contract/problem'
import { storeDailyReports } from '../fiscal-reports/daily-reports.service'
import { sealDay, sealMonth } from '../sealing/sealing.service'
import { gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import { closeDay } from '../closing/closing.service'
import { markDay } from '../../telemetry/readings/day-marks.service'
import { dayOf } from '../../telemetry/gaming-days/place.service'

let backend: TestBackend
const { afresh, placed, look, tell, send, sealNext, reopen, go } = dayWays(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const cluj = locations.cluj.id
beforeEach(afresh)

/**
 * Stored of days that are not over: by the location's clock as it is now, and by the instants that were stored with
 * them.
 */
async function stillRunning(): Promise<string[]> {
  const { db } = backend
  const now = backend.clock()
  const { rules } = await placed()
  const [days, sums, reports, months, seals] = await Promise.all([
    db.selectFrom('location_days').select(['day', 'ends_at']).where('location_id', '=', cluj).execute(),
    db.selectFrom('location_day_sums').select('day').where('location_id', '=', cluj).execute(),
    db.selectFrom('daily_reports').select(['day', 'ends_at']).where('location_id', '=', cluj).execute(),
    db
      .selectFrom('monthly_reports')
      .select(['month', 'ends_at'])
      .where('location_id', '=', cluj)
      .where('state', '=', 'sealed')
      .execute(),
    db
      .selectFrom('seals')
      .select(['period', 'kind'])
      .where('location_id', '=', cluj)
      .where('kind', '=', 'daily')
      .execute(),
  ])
  const runs = (day: string, end = 0) => Math.max(gamingDayBoundsIn(rules, day).to, end) > now
  return [
    ...days.filter(one => runs(one.day, one.ends_at)).map(one => `closed ${one.day}`),
    ...sums.filter(one => runs(one.day)).map(one => `summed ${one.day}`),
    ...reports.filter(one => runs(one.day, one.ends_at)).map(one => `reported ${one.day}`),
    ...months.filter(one => one.ends_at > now).map(one => `sealed ${one.month}`),
    ...seals.filter(one => runs(one.period)).map(one => `sealed ${one.period}`),
  ]
}
describe('a day that runs', () => {
  it('stays open when the day before it is opened again with a second person', async () => {
    backend.clock.set(sunday + HOUR)
    await tell(sunday - 30 * HOUR, 1_000)
    await tell(sunday - 2 * HOUR, 1_500)
    backend.clock.set(sunday + 7 * HOUR)
    await tell(sunday + 6 * HOUR, 1_700)
    await look()
    for (let turn = 0; turn < 8; turn++) await sealNext()
    const asked = await send(
      '/api/fiscal-reports/v1/reopening',
      { location: cluj, day: '2026-10-24', cause: 'A meter was read wrongly' },
      'mihai',
    )
    const { _id } = asked.body.data.reopening as { _id: string }
    const answered = await send(
      '/api/fiscal-reports/v1/reopening-approve',
      { ids: [_id], reason: 'Looked at together' },
      'ana',
    )
    expect(answered.body.data.results).toMatchObject([{ outcome: 'done' }])
    await look()
    expect(await stillRunning()).toEqual([])
    const state = async (day: string) =>
      (
        await backend.json<{ data: { state: string; closes_at: number } }>(
          `/api/aggregate/v1/location/${cluj}/day/${day}`,
          { as: 'mihai' },
        )
      ).body.data
    expect(await state('2026-10-24')).toMatchObject({ state: 'closed' })
    expect(await state('2026-10-25')).toMatchObject({ state: 'open' })
    // It closes in its turn, once its hours of grace are over.
    backend.clock.set(sunday + 24 * HOUR + HOUR)
    await look()
    expect(await state('2026-10-25')).toMatchObject({ state: 'open' })
    backend.clock.set(sunday + 24 * HOUR + 6 * HOUR)
    await look()
    expect(await state('2026-10-25')).toMatchObject({ state: 'closed', totals: [{ coin_in: 200 }] })
  })

  it('is refused by closing, reporting and sealing themselves', async () => {
    const { db } = backend
    backend.clock.set(sunday + 7 * HOUR)
    await tell(sunday - 2 * HOUR, 1_500)
    await look()
    const place = dayOf(await placed(), '2026-10-25')
    const nobody = { by: null, reason: null }
    const code = (work: (tx: typeof db) => Promise<unknown>) =>
      db
        .transaction()
        .execute(work)
        .then(
          () => 'done',
          (error: Problem) => error.code,
        )
    expect(await code(tx => closeDay(tx, place, nobody, backend.clock()))).toBe('day_not_over')
    // Whoever chose it may believe that it is over: by a clock that the location does not have.
    const wrong = {
      ...place,
      to: place.from + HOUR,
      rules: place.rules.map(rule => ({ ...rule, dayStart: '00:00' })),
    }
    expect(await code(tx => closeDay(tx, wrong, nobody, backend.clock()))).toBe('day_not_over')
    // As an earlier version stored it.
    backend.clock.set(place.to + HOUR)
    expect(await code(tx => closeDay(tx, place, nobody, backend.clock()))).toBe('done')
    for (let turn = 0; turn < 6; turn++) await sealNext()
    await reopen(0)
    backend.clock.set(place.to - HOUR)
    const stored = await db.selectFrom('location_days').selectAll().where('day', '=', place.day).execute()
    expect(stored).toHaveLength(1)
    expect(await code(tx => storeDailyReports(tx, place, [], stored, backend.clock()))).toBe('day_not_over')
    expect(await code(tx => sealDay(tx, ana, place, every, backend.clock()))).toBe('day_not_over')
    expect(await code(tx => sealMonth(tx, ana, place, '2026-10', backend.clock()))).toBe('month_not_over')
    // It is left as it is until it is over, and worked out then.
    await db.transaction().execute(tx => markDay(tx, place))
    await look()
    const marks = () => db.selectFrom('days_to_refresh').select('day').where('day', '=', place.day).execute()
    expect(await marks()).toHaveLength(1)
    backend.clock.set(place.to + HOUR)
    await look()
    expect(await marks()).toHaveLength(0)
  })
})

it(
  'nobody’s mark, request or change of the clock stores a day before it is over',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(way, { minLength: 12, maxLength: 30 }), async ways => {
        await afresh()
        backend.clock.set(sunday + 30 * HOUR)
        let coinIn = 1_000
        const coins = () => (coinIn += 100)
        for (const back of [75, 50, 26, 3]) await tell(sunday + (30 - back) * HOUR, coins())
        await look()
        for (const one of ways) {
          await go(one, coins)
          expect(await stillRunning(), one.does).toEqual([])
          await look()
          expect(await stillRunning(), `after ${one.does}`).toEqual([])
        }
      }),
      { numRuns: Number(process.env.ONLY_OVER_RUNS ?? lawRuns(6)) },
    )
  },
)

it('whoever marks days is among those that were tried', async () => {
  const files = (await readdir('backend', { recursive: true })).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('schema/migrations/'),
  )
  const marking = await Promise.all(
    files.map(async file =>
      /\bmark(Closed)?Days?(Of)?\(|into\('days_to_refresh'\)|into days_to_refresh/i.test(
        (await readFile(`backend/${file}`, 'utf8')).replace(/^export .*$/gm, ''),
      )
        ? file
        : '',
    ),
  )
  expect(marking.filter(Boolean).sort()).toEqual([
    'accounting/backdating/location-backdating.service.ts',
    'accounting/closing/closing.service.ts',
    'accounting/closing/days-watch.service.ts',
    'accounting/days/day-sums.service.ts',
    'accounting/days/stored-day.service.ts',
    'accounting/fiscal-reports/late-movements.service.ts',
    'accounting/reaggregation/closed-days.service.ts',
    'accounting/reaggregation/compared-sums.service.ts',
    'accounting/reaggregation/reaggregate-task.ts',
    // A closed day whose report has changed, which a refusal to seal it took back.
    'accounting/sealing/changed-days.service.ts',
    'accounting/sealing/reopen.service.ts',
    // Works the day out anew as the watch does, which refuses one that runs.
    'accounting/sealing/seal-run-task.ts',
    'accounting/sealing/sealing.service.ts',
    // Whatever is booked: readings in time and late, decisions, ignored and corrected messages, readings of a person,
    // slots and SMIBs backdated.
    'telemetry/judgement/overlap.service.ts',
    'telemetry/judgement/roll-ups.ts',
    'telemetry/judgement/summed-slots.service.ts',
    'telemetry/readings/day-marks.service.ts',
  ])
})
