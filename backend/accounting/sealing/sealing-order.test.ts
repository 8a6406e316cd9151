/**
 * No order of late data, closing and sealing loses or doubles a credit: what all reports say together is what was
 * booked.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { ana } from '../../../tests/support/seals'
import { lawRuns } from '../../../tests/support/law-runs'
import { closeDay } from '../closing/closing.service'
import { closeDue, refreshMarked } from '../closing/days-watch.service'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { Problem } from '../../platform/contract/problem'
import { fiscalDocument, type FormRow } from '../fiscal-reports/fiscal-document.contract'
import { nextToSeal, sealedThrough } from '../period-lock/fiscal-head.service'
import { reopenFrom } from './reopen.service'
import { sealDay } from './sealing.service'

let backend: TestBackend
const { clear } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

async function afresh(): Promise<void> {
  await clear()
  for (const table of [
    'location_days',
    'slot_day_closings',
    'days_to_refresh',
    'daily_reports',
    'monthly_reports',
    'late_movements',
    'fiscal_heads',
    'seal_files',
    'seals',
    'seal_heads',
  ] as const)
    await backend.db.deleteFrom(table).execute()
}
async function closeAll(): Promise<void> {
  while ((await closeDue(backend.deps)) > 0);
  while ((await refreshMarked(backend.deps)) > 0);
}
/** The next day, where there is one to seal. Answers whether it was. */
async function sealNext(): Promise<boolean> {
  const place = await placeOf(backend.db, { tenantId: null }, locations.cluj.id)
  const day = await nextToSeal(backend.db, place)
  if (day === null) return false
  const given = { reports: null, accepted: Object.values(slots).map(({ id }) => id), reason: 'Tried' }
  return backend.db
    .transaction()
    .execute(tx => sealDay(tx, ana, dayOf(place, day), given, backend.clock()))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && ['day_open', 'report_changed'].includes(error.code)) return false
        throw error
      },
    )
}
/** From one of the sealed days on, chosen by chance. */
async function reopenSome(chance: number): Promise<void> {
  const place = await placeOf(backend.db, { tenantId: null }, locations.cluj.id)
  const through = await sealedThrough(backend.db, place.locationId)
  const sealed = await backend.db
    .selectFrom('daily_reports')
    .select('day')
    .distinct()
    .where('location_id', '=', place.locationId)
    .where('is_latest', '=', 1)
    .where('state', '=', 'sealed')
    .orderBy('day')
    .execute()
  const day = sealed[chance % Math.max(1, sealed.length)]?.day
  if (!day || through === null) return
  await backend.db
    .transaction()
    .execute(tx => reopenFrom(tx, ana, dayOf(place, day), { through, reason: 'Tried' }, backend.clock()))
}
async function reports() {
  const rows = await backend.db
    .selectFrom('daily_reports')
    .select(['id', 'state', 'document', 'is_latest'])
    .where('location_id', '=', locations.cluj.id)
    .execute()
  return rows.map(row => ({ ...row, form: fiscalDocument.parse(JSON.parse(row.document)) }))
}

/**
 * The sealed closing is the next opening, and D is Sf − Si on each row that prints a movement: in every report that
 * stands, sealed or not.
 */
async function demandIndexes(): Promise<void> {
  const ends = new Map<string, FormRow['closing']>()
  const through = (await sealedThrough(backend.db, locations.cluj.id)) ?? ''
  const forms = (await reports()).filter(({ is_latest }) => is_latest === 1).map(({ form }) => form)
  const next = await nextToSeal(backend.db, await placeOf(backend.db, { tenantId: null }, locations.cluj.id))
  const waiting = await backend.db.selectFrom('days_to_refresh').select('day').execute()
  const marked = new Set(waiting.map(({ day }) => day))
  for (const { period, rows } of forms.sort((a, b) => (a.period < b.period ? -1 : 1)))
    for (const { slot, opening, closing, moved, breaks, began } of rows) {
      // One that late data waits for is about to get another revision.
      if (period > through && (period !== next || marked.has(period))) continue
      const key = `${period} ${slot.name}`
      const end = ends.get(slot._id)
      // Movement from before a slot's sealed readings has a row of its own, which says so.
      if (!began && opening && end) expect([key, opening]).toEqual([key, end])
      for (const name of ['in', 'premium', 'out'] as const)
        expect([key, (closing?.[name] ?? 0) - (opening?.[name] ?? 0)]).toEqual([key, moved[name]])
      expect(breaks).toBe(false)
      if (closing && !began) ends.set(slot._id, closing)
    }
}

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

it('what stays of a sealed day stands in one report when a day from before the books closes after it', async () => {
  await afresh()
  backend.clock.set(sunday + DAYS * 24 * HOUR)
  const tell = (nr: number, hours: number, coinIn: number) =>
    ingest(backend.deps, { tenantId: null }, [
      reading(nr, sunday + hours * HOUR, { '0000': coinIn, '0001': 0, '0002': 0 }),
    ])
  await tell(9, 30, 900)
  await closeAll()
  await tell(1, -20, 100)
  await closeAll()
  expect(await sealNext()).toBe(true)
  await tell(2, -15, 300)
  await closeAll()
  const place = await placeOf(backend.db, { tenantId: null }, locations.cluj.id)
  await backend.db
    .transaction()
    .execute(tx =>
      closeDay(tx, dayOf(place, '2026-10-25'), { by: 'Ana', reason: 'By hand' }, backend.clock()),
    )
  await closeAll()
  const earlier = (await reports())
    .filter(({ is_latest }) => is_latest === 1)
    .flatMap(({ form }) =>
      form.rows.flatMap(row => row.earlier.map(one => `${form.period} holds ${one.in} of ${one.day}`)),
    )
  expect(earlier).toEqual(['2026-10-25 holds 200 of 2026-10-24'])
})

it('a slot that was silent on a sealed day goes on where the last sealed report ended, and prints what it is known to have shown', async () => {
  await afresh()
  backend.clock.set(sunday + 2 * 24 * HOUR)
  const tell = (nr: number, hours: number, coinIn: number) =>
    ingest(backend.deps, { tenantId: null }, [
      reading(nr, sunday + hours * HOUR, { '0000': coinIn, '0001': 0, '0002': 0 }),
    ])
  await tell(1, -30, 900)
  await tell(2, -20, 1_000)
  await closeAll()
  // The day before, which ends at 1,000, and a day without a reading.
  for (let turn = 0; turn < 10; turn++) await sealNext()
  expect(await sealedThrough(backend.db, locations.cluj.id)).toBe('2026-10-25')
  await tell(3, 20, 8_000)
  const rowOn = async (day: string) => {
    const { form } = (await reports()).find(one => one.form.period === day && one.is_latest === 1) ?? {}
    const row = form?.rows.find(one => one.moved.in !== 0)
    return row && [row.opening?.in, row.closing?.in, row.moved.in, row.difference, row.breaks]
  }
  backend.clock.set(sunday + 3 * 24 * HOUR)
  await closeAll()
  // Silent on its own day, too.
  expect(await rowOn('2026-10-26')).toEqual([1_000, 8_000, 7_000, 0, false])
  await tell(4, 40, 8_500)
  await closeAll()
  expect(await rowOn('2026-10-26')).toEqual([1_000, 8_500, 7_500, 0, false])
  await demandIndexes()
})

it('a report has what its day has told of earlier days in the same moment, and is not sealed before', async () => {
  await afresh()
  backend.clock.set(sunday + 3 * 24 * HOUR)
  const tell = (nr: number, hours: number, coinIn: number) =>
    ingest(backend.deps, { tenantId: null }, [
      reading(nr, sunday + hours * HOUR, { '0000': coinIn, '0001': 0, '0002': 0 }),
    ])
  await tell(1, -30, 900)
  await tell(2, 30, 1_000)
  await closeAll()
  for (const day of ['2026-10-25', '2026-10-25', '2026-10-25', '2026-10-25', '2026-10-25', '2026-10-25'])
    if (((await sealedThrough(backend.db, locations.cluj.id)) ?? '') < day) await sealNext()
  await tell(3, 2, 950)
  expect(await sealNext()).toBe(false)
  // One turn, whichever of the two days it begins with.
  await refreshMarked(backend.deps)
  const { form } =
    (await reports()).find(one => one.form.period === '2026-10-26' && one.is_latest === 1) ?? {}
  expect(form?.rows.flatMap(row => row.earlier)).toEqual([{ day: '2026-10-25', in: 50, premium: 0, out: 0 }])
  expect(await backend.db.selectFrom('days_to_refresh').selectAll().execute()).toEqual([])
})
