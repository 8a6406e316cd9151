import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { questionMeasures } from '../../../backend/accounting/questions/questions.contract'
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import { linesOfReport } from '../../engine/report/about'
import { machineSheet } from '../../engine/report/machine-sheet'
import { shownOf } from '../../engine/definition/define-report'
import { readReportQuery, reportHref } from '../../engine/report/report-query'
import { sheetOf, writeValue } from '../../engine/export/sheet'
import { xlsxOf } from '../../engine/export/xlsx.server'
import { csvTable } from '../../engine/report/csv-table.server'
import { fileFormat } from '../../i18n/file-format'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { questions } from './questions.report'

const zone = 'Europe/Bucharest'
const t = translator('en')
const format = formatter('en', zone)
const read = (search: string) => readReportQuery(new URLSearchParams(search), questions, zone)
const days = 'from=2026-11-01&to=2026-11-03'

describe('a question', () => {
  test('stands in its address: measures, rows, columns, comparison and filters', () => {
    const asked = `by=hour_of_day&measure=coin_in&measure=rtp&across=weekday&compare=before&group=${'a'.repeat(24)}&${days}`
    const { query, notices } = read(asked)
    expect(notices).toEqual([])
    expect(query.chosen).toEqual({ measure: ['coin_in', 'rtp'], across: ['weekday'], compare: ['before'] })
    expect(reportHref('/q', query, questions)).toBe(`/q?${asked}`)
    expect(reportHref('/q', read(days).query, questions)).toBe(`/q?${days}`)
  })

  test('says what of its address it cannot use: a minute, columns of what its rows are, a seventh measure', () => {
    expect(read(`by=minute&${days}`).notices).toMatchObject([{ parameter: 'by', reason: 'unusable' }])
    expect(read(`by=slot&across=slot&${days}`).notices).toMatchObject([
      { parameter: 'across', reason: 'unusable' },
    ])
    const seven = questionMeasures.slice(0, 7)
    const { query, notices } = read(`${seven.map(name => `measure=${name}`).join('&')}&${days}`)
    expect(query.chosen.measure).toEqual(seven.slice(0, 6))
    expect(notices).toMatchObject([{ parameter: 'measure', value: seven[6], reason: 'unusable' }])
    // What somebody else's view names and its reader may not see.
    const unseen = readReportQuery(new URLSearchParams(`group=${'a'.repeat(24)}&${days}`), questions, zone, {
      unseen: ['group'],
    })
    expect([unseen.query.narrow, unseen.notices]).toMatchObject([
      {},
      [{ parameter: 'group', reason: 'unusable' }],
    ])
    expect(unseen.query.narrow).not.toHaveProperty('group')
    expect(read('from=2016-11-01&to=2026-11-03').notices).toMatchObject([
      { parameter: 'from', reason: 'too_large' },
    ])
  })

  test('has a column for each measure of each group, called in the reader’s words, by names for programs', () => {
    const answer: ReportAnswer = {
      rows: [{ key: '1', name: null, currency: 'RON', hours: null, net_win: 500, 'net_win.1': 500 }],
      totals: [{ currency: 'RON', net_win: 500, 'net_win.1': 500 }],
      columns: [null, { by: 'day', key: '2026-11-02', name: null }].flatMap(of =>
        ['net_win', 'rtp'].flatMap(measure =>
          (['now', 'before', 'change'] as const).map(part => ({
            name: `${measure}${of ? '.1' : ''}${part === 'now' ? '' : `.${part}`}`,
            measure,
            part,
            of,
          })),
        ),
      ),
      before: { from: '2026-10-29', to: '2026-10-31' },
      from: '2026-11-01',
      to: '2026-11-03',
      open_day: null,
      missing_days: [],
      hours: null,
      time_zone: zone,
      as_of: 0,
    }
    const shown = shownOf(questions, 'all', answer)
    const sheet = sheetOf(shown, answer, 'weekday', t, format)
    expect(sheet.columns.slice(0, 8).map(({ label, unit }) => [label, unit])).toEqual([
      ['Weekday', null],
      ['Net win', 'RON'],
      ['Net win, before', 'RON'],
      ['Net win, change', '%'],
      ['RTP', '%'],
      ['RTP, before', '%'],
      ['RTP, change', '%'],
      [`${format.gamingDay('2026-11-02')}: Net win`, 'RON'],
    ])
    expect(sheet.rows[0]?.values.slice(0, 3)).toEqual(['Monday', 500, null])
    expect(machineSheet(shown, answer, 'weekday').columns.map(({ label }) => label)).toContain(
      'net_win.2026-11-02.change_percent',
    )
    expect(linesOfReport(questions, answer, t, format).join(' ')).toContain('Compared with')
    // Two slots of one serial number are two columns.
    const alike = ['a', 'b'].map((key, at) => ({
      name: `net_win.${String(at + 1)}`,
      measure: 'net_win',
      part: 'now' as const,
      of: { by: 'slot', key, name: 'EGT' },
    }))
    const twins = { ...answer, columns: alike }
    expect(
      machineSheet(shownOf(questions, 'all', twins), twins, 'weekday').columns.map(({ label }) => label),
    ).toEqual(expect.arrayContaining(['net_win.EGT.a', 'net_win.EGT.b']))
  })

  test('has its hours as dates with a time on the screen and in files for people', async () => {
    const answer: ReportAnswer = {
      rows: [
        { key: '2026-11-22T14:00:00.000+02:00', name: '2026-11-22T14:00', currency: 'RON', hours: null },
      ],
      totals: [],
      from: '2026-11-22',
      to: '2026-11-22',
      open_day: null,
      missing_days: [],
      hours: null,
      time_zone: zone,
      as_of: 0,
    }
    const sheet = sheetOf({ ...questions, measures: [] }, answer, 'hour', t, format)
    const [head] = sheet.rows[0]?.values ?? []
    expect(writeValue(head ?? null, 'hour', format)).toBe('22/11/2026 14:00')
    const csv = await csvTable(sheet, fileFormat('en', zone))
    expect(await new Response(csv).text()).toContain('22/11/2026 14:00')
    const { sheets } = await readXlsx(await xlsxOf({ title: 'x', over: '', sheet, under: [] }))
    expect(sheets[0]?.rows.flat()).toContainEqual(new Date('2026-11-22T14:00Z'))
  })
})
