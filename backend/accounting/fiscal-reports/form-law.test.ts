/**
 * The law of a form: D is (Sf − Si) × F on each printed row, what a meter gained over its end included; each row begins
 * where the slot's last one ended, or says that it does not; and all rows together are what was booked. From readings
 * to the CSV of days and months.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { closeAll as closeDays, forgetClosedDays } from '../../../tests/support/closed-days'
import { bookedIn, HOUR, reading } from '../../../tests/support/feed'
import { demandGoingOn, demandRows, formsOf, sum } from '../../../tests/support/form-laws'
import { printedRows } from '../../../tests/support/printed-rows'
import { ana } from '../../../tests/support/seals'
import { lawRuns } from '../../../tests/support/law-runs'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { Problem } from '../../platform/contract/problem'
import type { FiscalDocument } from './fiscal-document.contract'
import { nextToSeal } from '../period-lock/fiscal-head.service'
import { readMonth } from './monthly-reports.service'
import { sealDay } from '../sealing/sealing.service'

let backend: TestBackend
const { clear } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const cluj = locations.cluj.id
const seen = { tenantId: null }

async function afresh(): Promise<void> {
  await clear()
  await forgetClosedDays(backend)
}
const closeAll = () => closeDays(backend.deps)
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

/** As its form saves it. */
async function reprice(minor: number): Promise<void> {
  const path = `/api/configuration/v1/slot/${slots.bellLink.id}`
  interface Slot {
    version: number
    serial: string
    manufacturer: { _id: string }
    location: { _id: string }
  }
  const { slot } = (await backend.json<{ data: { slot: Slot } }>(path, { as: 'ana' })).body.data
  const { version, serial, manufacturer, location } = slot
  const body = {
    ...{ serial, version, reason: 'Tried', denomination: { minor, currency: 'RON' } },
    ...{ manufacturer: manufacturer._id, location: location._id },
  }
  expect((await backend.json(path, { as: 'ana', method: 'PUT', body })).status).toBe(200)
}

const HOURS = 4 * 24
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('bet' as const), by: fc.nat(4_000) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('clear' as const), by: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('anew' as const), by: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('price' as const), by: fc.constantFrom(1, 5, 10) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('seal' as const), by: fc.constant(0) }) },
)
const told = fc.record({ step, hour: fc.nat(HOURS * 4), isLate: fc.constantFrom(false, false, false, true) })

/** Each history has a month's end of its own, so that none finds the prices of another. */
let month = 0

it('holds for any bets, clears, wraps, prices, late data and months', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(told, { selector: one => one.hour, minLength: 8, maxLength: 16 }),
      fc.constantFrom(5_000, 99_996_000),
      async (steps, start) => {
        await afresh()
        const from = Date.UTC(2027, ++month, 0, 12) - 2 * 24 * HOUR
        backend.clock.set(from)
        await reprice(1)
        let shown: Record<'0000' | '0001' | '0002', number> = {
          '0000': start,
          '0001': start - 3_000,
          '0002': 100,
        }
        const late: ReturnType<typeof reading>[] = []
        const wrap = (value: number) => value % 100_000_000
        const tell = (message: ReturnType<typeof reading>, isLate: boolean) =>
          isLate ? late.push(message) : ingest(backend.deps, seen, [message])
        await tell(reading(1, from, shown), false)
        const ordered = steps.toSorted((a, b) => a.hour - b.hour)
        for (const [nr, { step: one, hour, isLate }] of ordered.entries()) {
          const at = from + (hour + 1) * 900_000
          backend.clock.set(at)
          if (one.does === 'seal') {
            await closeAll()
            await sealNext()
            continue
          }
          if (one.does === 'price') {
            // With a reading at the change, every other time.
            if (nr % 2 === 0) await tell(reading(nr + 2, at, shown), false)
            await reprice(one.by)
            continue
          }
          if (one.does === 'bet')
            shown = {
              '0000': wrap(shown['0000'] + one.by),
              '0001': wrap(shown['0001'] + Math.floor(one.by / 2)),
              '0002': shown['0002'] + (one.by % 3),
            }
          else shown = { '0000': one.by, '0001': Math.floor(one.by / 2), '0002': 0 }
          const events = one.does === 'clear' ? { events: [{ event_seq_nr: nr + 1, code: '7A' }] } : {}
          await tell(reading(nr + 2, at, shown, events), isLate)
        }
        backend.clock.set(from + (HOURS + 40) * HOUR)
        await closeAll()
        await sealNext()
        if (late.length > 0) await ingest(backend.deps, seen, late)
        await closeAll()
        const forms = await formsOf(backend.db, cluj)
        for (const form of forms) await demandRows(form)
        demandGoingOn(forms)
        const booked = await backend.db
          .selectFrom('location_day_sums')
          .select(['day', 'coin_in', 'coin_out', 'jackpot'])
          .where('location_id', '=', cluj)
          .execute()
        const tenant = await backend.db
          .selectFrom('tenant_day_sums')
          .select(['coin_in', 'coin_out', 'jackpot'])
          .where('day', 'in', [...new Set(booked.map(({ day }) => day))])
          .execute()
        const takings = (rows: readonly { coin_in: number; coin_out: number; jackpot: number }[]) =>
          sum(rows.map(row => Number(row.coin_in) - Number(row.jackpot) - Number(row.coin_out)))
        expect(sum(forms.map(form => form.totals.takings))).toBe(takings(booked))
        expect(takings(tenant)).toBe(takings(booked))
        const place = await placeOf(backend.db, seen, cluj)
        for (const name of new Set(forms.map(({ period }) => period.slice(0, 7))))
          for (const document of await readMonth(backend.db, place, name, backend.clock())) {
            await demandRows(document)
            const days = forms.filter(one => one.period.startsWith(name))
            expect(document.totals.takings).toBe(sum(days.map(one => one.totals.takings)))
          }
      },
    ),
    { numRuns: Number(process.env.FORM_RUNS ?? lawRuns(5)) },
  )
})

it('a clear and a wrap on one day are two rows, with why in the file', async () => {
  await afresh()
  const from = Date.UTC(2027, ++month, 0, 12)
  const tell = (nr: number, value: number, events: object = {}) => {
    backend.clock.set(from + nr * HOUR)
    const shown = { '0000': value, '0001': 10, '0002': 0 }
    return ingest(backend.deps, seen, [reading(nr, from + nr * HOUR, shown, events)])
  }
  await reprice(5)
  await tell(1, 99_999_000)
  await tell(2, 99_999_900)
  await tell(3, 100)
  await tell(4, 40, { events: [{ event_seq_nr: 1, code: '7A' }] })
  await tell(5, 90)
  backend.clock.set(from + 48 * HOUR)
  await closeAll()
  const document = (await formsOf(backend.db, cluj)).find(one => one.rows.some(row => row.opening))
  const { rows, lines } = await printedRows(document as FiscalDocument)
  const printed = rows
    .filter(({ figures }) => figures['Si I'] !== null)
    .map(({ figures, mark }) => [
      figures['Si I'],
      figures['Sf I'],
      figures['D I'],
      figures.Takings,
      mark !== '',
    ])
  expect(printed).toEqual([
    [99_999_000, 100, 1_100, 55, true],
    [40, 90, 50, 2.5, true],
  ])
  const text = lines.join('\n')
  expect(text).toMatch(/^Meters restarted, .*: EGT-00412 – .*memory was cleared/m)
  expect(text).toContain('Meters that rolled over: EGT-00412 – I: D is Sf − Si + 100,000,000.')
})
