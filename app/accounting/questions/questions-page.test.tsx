import { describe, expect, test } from 'vitest'
import { draw } from '../../../tests/support/drawn-page'
import { ReportPage } from '../../engine/report/report-page'
import { readReportQuery } from '../../engine/report/report-query'
import type { ReportData } from '../../engine/report/report.server'
import { questions } from './questions.report'

const zone = 'Europe/Bucharest'
const column = (name: string, measure: string, part: 'now' | 'before' | 'change', key: string | null) => ({
  name,
  measure,
  part,
  of: key === null ? null : { by: 'location', key, name: key },
})
const row = (key: string, figures: object) => ({
  key,
  name: key,
  currency: 'RON' as const,
  hours: null,
  ...figures,
})

/** Net win by hour of day, of two locations. */
const data = (search: string): ReportData => ({
  name: questions.name,
  title: 'Questions',
  crumbs: {},
  subject: null,
  choices: { location: [{ value: 'a'.repeat(24), label: 'Cluj Central' }] },
  path: '/reports/questions',
  ...readReportQuery(new URLSearchParams(search), questions, zone),
  answer: {
    rows: [
      row('08:00', { net_win: 300, 'net_win.1': 100, 'net_win.2': 200 }),
      row('09:00', { net_win: null }),
    ],
    totals: [{ currency: 'RON', net_win: 300, 'net_win.1': 100, 'net_win.2': 200 }],
    columns: [
      column('net_win', 'net_win', 'now', null),
      column('net_win.1', 'net_win', 'now', 'Brăila Port'),
      column('net_win.2', 'net_win', 'now', 'Cluj Central'),
    ],
    from: '2026-11-01',
    to: '2026-11-03',
    open_day: null,
    missing_days: [],
    hours: null,
    time_zone: zone,
    as_of: 0,
  },
  failure: null,
  points: null,
  zone,
  views: [{ id: 'v', name: 'Hours', href: '/reports/questions?by=hour_of_day' }],
})

describe('the page of a question', () => {
  test('is a form without scripts, a line for each column in one chart, and the table', () => {
    const html = draw(
      <ReportPage
        report={questions}
        data={data('by=hour_of_day&across=location&from=2026-11-01&to=2026-11-03')}
      />,
    )
    expect(html).toMatch(/<input[^>]*name="measure"[^>]*value="net_win"/)
    expect(html).toMatch(/<option value="location" selected="">Location/)
    expect(html).toContain('With the period before')
    expect(html.match(/class="g-line" d=/g)).toHaveLength(2)
    expect(html).toMatch(/Cluj Central, Brăila Port, oldest first/)
    expect(html).toContain('href="/reports/questions?by=hour_of_day"')
    expect(html).toMatch(/\/reports\/questions\/views\?by=hour_of_day&amp;across=location/)
    expect(html).toContain('2.00')
  })
})
