import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { slotDays } from './days.reports'
import { xlsxOf } from '../../engine/export/xlsx.server'
import { pdfOf } from '../../engine/paper/pdf.server'
import { reportPaper } from '../../engine/report/report-paper'
import { readPdf } from '../../../tests/support/pdf-text'
import { aboutReport } from '../../engine/report/about'
import { daysIn, nowOfDay, rangeOfDays, readReportQuery, reportHref } from '../../engine/report/report-query'
import { sheetOf, writeValue } from '../../engine/export/sheet'

const zone = 'Europe/Bucharest'
const t = translator('en')
const format = formatter('en', zone)
const now = Date.UTC(2026, 10, 20, 10)
const read = (search: string, report = slotDays) =>
  readReportQuery(new URLSearchParams(search), report, zone, { now })

describe('the address of a report', () => {
  it('names days, and means the same ones to every reader and tomorrow', () => {
    const { query, notices } = read('from=2026-11-01&to=2026-11-14&by=month')
    expect([query.days, query.by, notices]).toEqual([{ from: '2026-11-01', to: '2026-11-14' }, 'month', []])
    expect(reportHref('/slots/x/days', query, slotDays)).toBe(
      '/slots/x/days?by=month&from=2026-11-01&to=2026-11-14',
    )
  })

  it('takes a relative period, which a pinned link turns into its days', () => {
    const { query } = read('timeRange=last+week')
    expect(query.days).toEqual({ from: '2026-11-09', to: '2026-11-15' })
    expect(reportHref('/d', query, slotDays)).toBe('/d?timeRange=last+week')
    expect(reportHref('/d', query, slotDays, { pinned: true })).toBe('/d?from=2026-11-09&to=2026-11-15')
    expect(reportHref('/d', read('').query, slotDays)).toBe('/d')
  })

  it('means whole gaming days by two points at the same hour, and every day touched by others', () => {
    const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour)
    expect(daysIn({ start: at(16, 6), end: at(18, 6) }, 'UTC')).toEqual({
      from: '2026-11-16',
      to: '2026-11-17',
    })
    expect(daysIn({ start: at(16, 6), end: at(18, 7) }, 'UTC')).toEqual({
      from: '2026-11-16',
      to: '2026-11-18',
    })
  })

  it('counts a relative period from the gaming day that runs, which after midnight is still the one before', () => {
    const night = Date.UTC(2026, 10, 19, 22, 30)
    const days = (search: string, openDay: string) =>
      readReportQuery(new URLSearchParams(search), slotDays, zone, { now: nowOfDay(openDay, night, zone) })
        .query.days
    expect(days('timeRange=today', '2026-11-19')).toEqual({ from: '2026-11-19', to: '2026-11-19' })
    expect(days('timeRange=yesterday', '2026-11-19')).toEqual({ from: '2026-11-18', to: '2026-11-18' })
    expect(days('timeRange=today', '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  })

  it('is offered again from midnight to midnight, and means the same days when it is sent unchanged', () => {
    const days = { from: '2026-10-20', to: '2026-11-08' }
    for (const [place, start] of [
      [zone, Date.UTC(2026, 9, 19, 21)],
      ['Europe/Lisbon', Date.UTC(2026, 9, 19, 23)],
      ['America/Havana', Date.UTC(2026, 9, 20, 4)],
    ] as const) {
      const range = rangeOfDays(days, place)
      expect(range.start).toBe(start)
      expect(daysIn(range, place)).toEqual(days)
    }
  })

  it('tells what it could not use, and is never longer than a report may be', () => {
    expect(
      read('from=2026-02-30&to=2026-03-01&by=galaxy&colour=red').notices.map(one => one.parameter),
    ).toEqual(['by', 'colour', 'from'])
    const { query, notices } = read('from=2020-01-01&to=2026-11-14')
    expect(query.days).toEqual({ from: '2025-10-11', to: '2026-11-14' })
    expect(notices).toMatchObject([{ parameter: 'from', reason: 'too_large' }])
  })

  it('of a report that has no use for a period refuses one', () => {
    const { query, notices } = read('from=2026-11-01&to=2026-11-14&timeRange=today', {
      ...slotDays,
      period: null,
    })
    expect(query.days).toBeNull()
    expect(notices.map(one => [one.parameter, one.reason])).toEqual([
      ['from', 'unknown'],
      ['to', 'unknown'],
      ['timeRange', 'unknown'],
    ])
  })
})

const row = (key: string, more: object = {}) => ({
  key,
  name: null,
  currency: 'RON' as const,
  hours: { known: 24, expected: 24 },
  coin_in: 123_450,
  coin_out: 100_000,
  jackpot: 0,
  net_win: 23_450,
  rtp: 8_100,
  games_played: 1_234,
  ...more,
})
const answer: ReportAnswer = {
  rows: [row('2026-11-01', { net_win: -1_205 }), row('2026-11-03', { hours: { known: 20, expected: 24 } })],
  totals: [{ ...row(''), coin_in: 246_900, net_win: 22_245, rtp: 8_101, games_played: 2_468 }],
  from: '2026-11-01',
  to: '2026-11-03',
  open_day: '2026-11-03',
  missing_days: ['2026-11-02'],
  hours: { known: 44, expected: 72 },
  time_zone: zone,
  as_of: now,
}

describe('a report’s table', () => {
  const sheet = sheetOf(slotDays, answer, 'day', t, format)

  it('has a row for every day, oldest first; one without readings says so', () => {
    expect(sheet.rows.map(({ values }) => values[0])).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
    expect(sheet.rows[1]).toMatchObject({ isMissing: true })
    expect(sheet.rows[1]?.values.at(-1)).toBe('no readings')
    expect(sheet.rows[2]).toMatchObject({ isOpen: true, mark: 'warn' })
    expect(sheet.rows.map(({ values }) => values.at(-1))).toEqual(['Complete', 'no readings', '20 of 24 h'])
    expect(aboutReport(answer, t, format)).toEqual([
      'Gaming days 01/11/2026 to 03/11/2026 (Europe/Bucharest)',
      '2 of 3 days with readings',
      '28 hours without readings',
      '03/11/2026 is not over',
    ])
  })

  it('says that none of its days has begun, and which one runs', () => {
    const ahead = { ...answer, rows: [], totals: [], from: '2026-11-04', to: '2026-11-04', missing_days: [] }
    expect(aboutReport({ ...ahead, hours: null }, t, format)).toEqual([
      'Gaming days 04/11/2026 to 04/11/2026 (Europe/Bucharest)',
      'None of these gaming days has started: 03/11/2026 is still running',
    ])
  })

  it('names the currency once, and each row’s own where there are several', () => {
    expect(sheet.columns.find(({ key }) => key === 'net_win')).toMatchObject({ unit: 'RON', kind: 'money' })
    const mixed = sheetOf(
      slotDays,
      { ...answer, rows: [...answer.rows, row('2026-11-01', { currency: 'EUR' as const })] },
      'day',
      t,
      format,
    )
    expect(mixed.columns[1]?.key).toBe('currency')
    expect(mixed.rows.map(({ values }) => values[1])).toEqual(['EUR', 'RON', null, 'RON'])
  })

  it('is written as people read it', () => {
    expect(writeValue(-1_205, 'money', format)).toBe('−12.05')
    expect(writeValue(8_100, 'percent', format)).toBe('81.00')
    expect(writeValue('2026-11-02', 'day', formatter('ro', zone))).toBe('02.11.2026')
    expect(writeValue(null, 'count', format)).toBe('–')
  })

  it('is a workbook whose numbers are numbers and whose days are dates', async () => {
    const book = await xlsxOf({ title: 'Gaming days of =EGT-1', over: 'about', sheet, under: ['a note'] })
    const [read] = (await readXlsx(book, { readStyles: true })).sheets
    const rows = read?.rows ?? []
    expect(rows[0]?.[0]).toBe('Gaming days of =EGT-1')
    expect(rows[2]?.slice(0, 2)).toEqual(['Gaming day', 'Coin in (RON)'])
    expect(rows[3]?.[0]).toEqual(new Date('2026-11-01T00:00:00Z'))
    expect(rows[3]?.[1]).toBe(1234.5)
    expect(rows[3]?.[4]).toBe(-12.05)
    expect(rows[3]?.[5]).toBe(0.81)
    expect(rows[4]?.slice(1, 3)).toEqual([null, null])
    expect(rows[4]?.at(-1)).toBe('no readings')
    expect(rows[6]?.slice(0, 2)).toEqual(['Total', 2469])
    expect(rows[8]?.[0]).toBe('a note')
    expect(read?.freezePane).toMatchObject({ rows: 3, columns: 1 })
    expect(read?.pageSetup?.printTitlesRow).toBe('$3:$3')
    expect(read?.pageSetup?.printArea).toMatch(/^\$A\$1:.*\$9$/)
  })

  it('is a PDF with every figure of the table in its order, and who asked for it', async () => {
    const about = aboutReport(answer, t, format)
    const printed = { title: 'Days', lines: about, sheet, answer: { as_of: now }, reader: 'Ana Țiriac' }
    const { texts } = await readPdf(await pdfOf(reportPaper(printed, t, format)))
    const figures = [...sheet.rows, ...sheet.totals].flatMap(({ values }) =>
      values.map((value, at) =>
        writeValue(value, value === 'Total' ? 'text' : (sheet.columns[at]?.kind ?? 'text'), format),
      ),
    )
    const start = texts.indexOf('01/11/2026')
    expect(texts.slice(start, -2)).toEqual(figures.filter(figure => figure !== ''))
    expect(texts.slice(0, 2)).toEqual(['Days', about[0]])
    expect(texts.at(-2)).toMatch(/^Days · Ana Țiriac · 20\/11\/2026/)
    expect(texts.at(-1)).toBe('Page 1 of 1')
  })
})
