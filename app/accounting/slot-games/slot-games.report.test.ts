import { describe, expect, test } from 'vitest'
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import { bandVerdicts, rowKinds } from '../../../backend/accounting/period-reports/network-report.contract'
import { aboutReport, linesOfReport } from '../../engine/report/about'
import { withFigures } from '../../engine/definition/define-report'
import { readReportQuery, reportHref } from '../../engine/report/report-query'
import { sheetOf } from '../../engine/export/sheet'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { slotDays } from '../days/days.reports'
import { slotGames } from './slot-games.report'

const zone = 'Europe/Bucharest'
const t = translator('en')
const format = formatter('en', zone)
const location = 'b'.repeat(24)
const row = {
  key: `${'c'.repeat(24)} Cluj Central rest`,
  name: 'EGT-00412',
  currency: 'RON' as const,
  hours: null,
  location: 'Cluj Central',
  game: null,
  told: 'rest',
  verdict: 'few',
  rtp: 9_010,
}
const answer: ReportAnswer = {
  rows: [row],
  totals: [{ currency: 'RON', rtp: 9_010 }],
  from: '2026-11-01',
  to: '2026-11-03',
  open_day: null,
  missing_days: [],
  hours: null,
  left_out: 7,
  time_zone: zone,
  as_of: 0,
}

describe('a report that is nobody’s', () => {
  test('keeps the location it is narrowed to in its address, and refuses what is no id', () => {
    const read = (search: string) => readReportQuery(new URLSearchParams(search), slotGames, zone)
    const { query, notices } = read(`location=${location}&by=slot&from=2026-11-01&to=2026-11-03`)
    expect(notices).toEqual([])
    expect(reportHref('/reports/slot-games', query, slotGames)).toBe(
      `/reports/slot-games?by=slot&location=${location}&from=2026-11-01&to=2026-11-03`,
    )
    expect(read('location=cluj').notices).toMatchObject([{ parameter: 'location', reason: 'unusable' }])
  })

  test('writes names as they are and words in the reader’s language, in the groups that have them', () => {
    const columns = (by: string) => sheetOf(slotGames, answer, by, t, format).columns.map(({ key }) => key)
    expect(columns('game').slice(0, 4)).toEqual(['game', 'game_nr', 'told', 'location'])
    expect(columns('location')).not.toContain('verdict')
    const [first] = sheetOf(slotGames, answer, 'slot', t, format).rows
    expect(first?.values.slice(0, 2)).toEqual(['EGT-00412', 'Cluj Central'])
    expect(first?.values).toContain('too few games')
    for (const [key, words] of [
      ['told', rowKinds],
      ['verdict', bandVerdicts],
    ] as const)
      for (const word of words)
        expect(t(`slot-games:words.${key}.${word}`), word).not.toContain('slot-games:words')
  })

  test('shows one set of figures at first, and a file those of its page, or all', () => {
    const read = (search: string, isFile = false) =>
      readReportQuery(new URLSearchParams(search), slotGames, zone, { isFile })
    const days = 'from=2026-11-01&to=2026-11-03'
    const href = (search: string, pinned = false) =>
      reportHref('/r', read(search).query, slotGames, { pinned })
    expect(read(days).query.figures).toBe('returns')
    expect(read(days, true).query.figures).toBe('all')
    expect(href(days)).toBe(`/r?${days}`)
    expect(href(days, true)).toBe(`/r?figures=returns&${days}`)
    expect(href(`figures=all&${days}`)).toBe(`/r?figures=all&${days}`)
    expect(read(`figures=none&${days}`).notices).toMatchObject([{ parameter: 'figures', reason: 'unusable' }])
    expect(readReportQuery(new URLSearchParams('figures=money'), slotDays, zone).notices).toMatchObject([
      { parameter: 'figures', reason: 'unknown' },
    ])
    const columns = (figures: string) =>
      sheetOf(withFigures(slotGames, figures), answer, 'slot', t, format).columns.map(({ key }) => key)
    expect(columns('money')).toEqual([
      'slot',
      'location',
      'games_played',
      'average_bet',
      'coin_in',
      'coin_out',
      'jackpot',
    ])
    expect(new Set([...columns('money'), ...columns('returns')])).toEqual(new Set(columns('all')))
  })

  test('shows what is outside its band where its address says so, and all rows where it says nothing', () => {
    const read = (search: string) => readReportQuery(new URLSearchParams(search), slotGames, zone)
    const days = 'from=2026-11-01&to=2026-11-03'
    const href = (search: string) => reportHref('/r', read(search).query, slotGames)
    expect(read(days).query.show).toBe('all')
    expect(href(`show=outside&${days}`)).toBe(`/r?show=outside&${days}`)
    // All rows of the usual period have an address of their own: the bare one leads to what is outside.
    expect(href('')).toBe('/r?show=all')
    expect(href('by=slot')).toBe('/r?by=slot')
    for (const search of ['show=outside&by=location', 'show=none'])
      expect(read(search).notices).toMatchObject([{ parameter: 'show', reason: 'unusable' }])
    expect(readReportQuery(new URLSearchParams('show=outside'), slotDays, zone).notices).toMatchObject([
      { parameter: 'show', reason: 'unknown' },
    ])
    const outside = { ...answer, outside: { rows: 1, of: 8 } }
    expect(linesOfReport(slotGames, outside, t, format).join(' ')).toContain(
      '1 of 8 outside the band. Totals are of all rows (8).',
    )
    expect(sheetOf(slotGames, outside, 'slot', t, format).totals[0]?.values[0]).toBe('Total of all rows')
  })

  test('says how many rows there was no room for', () => {
    expect(aboutReport(answer, t, format).join(' ')).toContain('Rows shown: 1; not shown: 7.')
  })
})
