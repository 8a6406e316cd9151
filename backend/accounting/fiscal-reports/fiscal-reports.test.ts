/** Reports of closed days: stored when a day closes, for good; late data makes a further one. */
import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, tenants, type Person } from '../../../tests/people'
import { closeAll as closeDays } from '../../../tests/support/closed-days'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { dateAfter } from '../../estate/locations/gaming-day.service'
import { parseLocalTime } from '../../platform/contract/time-zone'
import { reportClosed } from '../closing/days-watch.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { DailyReport } from './daily-reports.contract'
import { signedForm } from './fiscal-document.contract'
import type { MonthlyReport } from './monthly-reports.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/fiscal-reports/v1'
const tell = async (...messages: ReturnType<typeof reading>[]) =>
  expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
const closeAll = () => closeDays(backend.deps)
interface Rows {
  data: {
    rows: {
      _id: string
      report_date: string
      month?: string
      revision: number
      takings: { minor: number }
    }[]
    total: number
  }
}
const listed = async (list: string, as: Person = 'mihai', body: object = {}) =>
  (
    await backend.json<Rows>(`${base}/${list}`, {
      as,
      body: { page: 0, rowsPerPage: 50, exactFields: [], exactValues: [], ...body },
    })
  ).body.data
const formOf = async (id: string, as: Person = 'mihai') =>
  backend.json<{ data: DailyReport }>(`${base}/daily-report/${id}/form`, { as })
const monthOf = (as: Person = 'mihai', month = '2026-10') =>
  backend.json<{ data: MonthlyReport }>(`${base}/location/${locations.cluj.id}/month/${month}`, { as })

describe('a fiscal report', () => {
  it('is made when its day closes, and stays as it is when late data makes a further one', async () => {
    const meters = (coinIn: number, jackpot: number, coinOut: number) => ({
      '0000': coinIn,
      '0001': coinOut,
      '0002': jackpot,
    })
    backend.clock.set(sunday + HOUR)
    await tell(
      reading(1, sunday - 26 * HOUR, meters(1_000, 0, 400)),
      reading(2, sunday - 2 * HOUR, meters(1_500, 20, 700)),
      reading(4, sunday + HOUR / 2, meters(1_900, 20, 800)),
    )
    expect((await listed('daily-reports')).total).toBe(0)
    backend.clock.set(sunday + 7 * HOUR)
    await closeAll()
    const { rows } = await listed('daily-reports')
    const saturday = rows.find(one => one.report_date === '2026-10-24')
    // Found by its location and its day.
    expect((await listed('daily-reports', 'mihai', { query: 'CLUJ 2026-10-24' })).total).toBe(1)
    expect((await listed('monthly-reports', 'mihai', { query: 'cluj 2026-10' })).total).toBe(1)
    const first = (await formOf(saturday?._id ?? '')).body.data
    expect(first.document).toMatchObject({
      period: '2026-10-24',
      revision: 1,
      currency: 'RON',
      location: { name: locations.cluj.name },
      from: sunday - 25 * HOUR,
      to: sunday,
    })
    const row = first.document.rows.find(one => one.opening !== null)
    const price = row?.price ?? 0
    expect(row).toMatchObject({
      opening: { in: 1_000, premium: 0, out: 400 },
      closing: { in: 1_500, premium: 20, out: 700 },
      moved: { in: 500, premium: 20, out: 300 },
      balance: 180,
      collected: 500 * price,
      paid: 300 * price,
      takings: 180 * price,
      breaks: false,
    })
    // A slot that told nothing has its row: a form without it would look complete.
    expect(first.document.rows).toHaveLength(2)
    expect(saturday?.takings.minor).toBe(180 * price)

    await tell(reading(3, sunday - HOUR, meters(1_540, 20, 700)))
    await closeAll()
    const after = (await listed('daily-reports')).rows.find(one => one.report_date === '2026-10-24')
    expect(after).toMatchObject({
      revision: 2,
      takings: { minor: 220 * price },
      changed: { minor: 40 * price, currency: 'RON' },
    })
    expect((await formOf(saturday?._id ?? '')).body.data.document).toEqual(first.document)
    const second = (await formOf(after?._id ?? '')).body.data
    expect(second.revisions.map(one => one.revision)).toEqual([2, 1])
    expect(second.previous?.day).toBe('2026-10-23')

    // The month is the sum of its days, whichever way it is asked.
    const days = (
      await listed('daily-reports', 'mihai', { exactFields: ['location'], exactValues: [locations.cluj.id] })
    ).rows
    const sum = days.reduce((total, one) => total + one.takings.minor, 0)
    const month = (await monthOf()).body.data.documents[0]
    expect(month?.totals.takings).toBe(sum)
    expect(month?.days.filter(one => one.id !== null)).toHaveLength(days.length)
    expect(month?.days).toHaveLength(31)
    const [listedMonth] = (
      await listed('monthly-reports', 'mihai', {
        exactFields: ['location'],
        exactValues: [locations.cluj.id],
      })
    ).rows
    expect(listedMonth).toMatchObject({ takings: { minor: sum }, days_closed: days.length, days: 31 })
    // Signed as text: no integer is left to a reader's arithmetic.
    expect(JSON.stringify(signedForm(second.document))).not.toMatch(/:-?\d/)
  })

  it('is made of days that closed before there were reports, as they were stored', async () => {
    const kept = await backend.db.selectFrom('daily_reports').selectAll().where('is_latest', '=', 1).execute()
    await backend.db.deleteFrom('daily_reports').execute()
    await backend.db.deleteFrom('monthly_reports').execute()
    while ((await reportClosed(backend.deps)) > 0);
    const made = await backend.db.selectFrom('daily_reports').selectAll().execute()
    const figures = ({ id, takings_minor, held, slots }: (typeof made)[number]) => ({
      id,
      takings_minor,
      held,
      slots,
    })
    const sorted = (rows: typeof made) => rows.map(figures).sort((a, b) => (a.id < b.id ? -1 : 1))
    expect(sorted(made)).toEqual(sorted(kept))
    expect((await monthOf()).body.data.documents[0]?.totals.takings).toBeGreaterThan(0)
  })

  it('is found by the days that it is of', async () => {
    const between = async (startDate: string, endDate: string) =>
      (await listed('daily-reports', 'mihai', { startDate, endDate })).rows.map(one => one.report_date)
    expect(new Set(await between('2026-10-24T06:00:00Z', '2026-10-24T20:00:00Z'))).toEqual(
      new Set(['2026-10-24']),
    )
    // From midnight to midnight, although the day before ends some hours later.
    const midnight = (day: string) => parseLocalTime(day, 'Europe/Bucharest').toUTC().toISO() ?? ''
    const days = [
      ...new Set((await listed('daily-reports', 'mihai')).rows.map(one => one.report_date)),
    ].sort()
    expect(days.length).toBeGreaterThan(1)
    for (const day of days)
      expect(new Set(await between(midnight(day), midnight(dateAfter(day, 1))))).toEqual(new Set([day]))
    expect(
      new Set(await between(midnight(days[0] ?? ''), midnight(dateAfter(days.at(-1) ?? '', 1)))),
    ).toEqual(new Set(days))
    // By a clock of another zone, and for a program that asks at nine for the last 24 hours.
    const at = (day: string, time: string, zone: string) =>
      DateTime.fromISO(`${day}T${time}`, { zone }).toUTC().toISO() ?? ''
    for (const [time, zone] of [
      ['00:00', 'UTC'],
      ['00:00', 'Europe/Lisbon'],
      ['09:00', 'Europe/Bucharest'],
    ] as const)
      for (const day of days)
        expect(
          new Set(await between(at(day, time, zone), at(dateAfter(day, 1), time, zone))),
          `${day} ${time} ${zone}`,
        ).toEqual(new Set([day]))
  })

  it('of a month is found by the month, by whichever clock, and not by the hours of the next one', async () => {
    const months = async (startDate: string, endDate: string) => [
      ...new Set(
        (await listed('monthly-reports', 'mihai', { startDate, endDate })).rows.map(one => one.month),
      ),
    ]
    for (const offset of ['Z', '+02:00', '+03:00']) {
      expect(await months(`2026-10-01T00:00:00${offset}`, `2026-11-01T00:00:00${offset}`)).toEqual([
        '2026-10',
      ])
      expect(await months(`2026-09-01T00:00:00${offset}`, `2026-10-01T00:00:00${offset}`)).toEqual([])
      expect(await months(`2026-11-01T00:00:00${offset}`, `2026-12-01T00:00:00${offset}`)).toEqual([])
    }
    expect(await months('2026-10-16T00:00:00Z', '2026-11-15T00:00:00Z')).toEqual(['2026-10'])
    expect(await months('2026-10-16T00:00:00Z', '2026-10-16T01:00:00Z')).toEqual(['2026-10'])
  })

  it('is another tenant’s business, and of those who may see reports', async () => {
    const { rows } = await listed('daily-reports')
    expect((await formOf(rows[0]?._id ?? '', 'paulo')).status).toBe(404)
    expect((await monthOf('paulo')).status).toBe(404)
    expect((await monthOf('nora')).status).toBe(403)
    expect(
      (await listed('daily-reports', 'paulo')).rows.every(one => !rows.some(own => own._id === one._id)),
    ).toBe(true)
    expect(
      (await listed('daily-reports', 'ana', { exactFields: ['tenant'], exactValues: [tenants.carpathia.id] }))
        .total,
    ).toBe(rows.length)
    expect((await monthOf('mihai', '2026-13')).status).toBe(404)
    expect((await monthOf('mihai', '2019-01')).status).toBe(404)
  })
})
