import type { ReactElement, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import type { DayRow } from '../../../backend/accounting/figures/aggregate.contract'
import { ShellProvider } from '../../console/shell-context'
import type { ShellData } from '../../console/shell-data'
import { i18nFor } from '../../i18n/i18n.server'
import type { Locale } from '../../i18n/locales'
import { lastEvents } from '../../telemetry/events/events'
import { gamingDays } from './gaming-days'
import { lastMessages } from './messages'

const now = Date.UTC(2026, 10, 20, 10)
const place = { _id: 'a'.repeat(24), name: 'Cluj 1' }

function draw(page: ReactNode, locale: Locale = 'en') {
  const shell: ShellData = {
    user: { id: '1', name: 'Bogdan Nițu', username: 'operator', tenantId: place._id, picture: null },
    permissions: {},
    locale,
    theme: 'light',
    density: 'compact',
    timeZone: 'Europe/Lisbon',
    flash: null,
    nonce: '',
    path: '/slots',
    now,
    preferences: { rowsPerPage: null },
  }
  return renderToString(
    <I18nextProvider i18n={i18nFor(locale)}>
      <ShellProvider data={shell}>{page as ReactElement}</ShellProvider>
    </I18nextProvider>,
  )
}

const day = (name: string, more: Partial<DayRow> = {}): DayRow => ({
  day: name,
  currency: 'RON',
  coin_in: 1_234_550,
  coin_out: 1_100_000,
  jackpot: 200_000,
  net_win: -65_450,
  net_win_before_jackpots: 134_550,
  bills_in: 0,
  coins_in: 0,
  ticket_in: 0,
  electronic_in: 0,
  total_in: 0,
  ticket_out: 0,
  electronic_out: 0,
  hopper_out: 0,
  handpaid_cancelled: 0,
  total_out: 0,
  ggr: 0,
  games_played: 4_321,
  games_won: 900,
  rtp: 10_530,
  average_bet: 285,
  machines: 1,
  ...more,
})
const days = gamingDays('slot')
const answer = (rows: DayRow[], totals = rows.slice(0, 1)) => ({
  rows,
  totals,
  from: '2026-11-07',
  to: '2026-11-20',
  as_of: now,
})

describe('the last gaming days', () => {
  it("name the currency once, oldest first as the chart does, with the backend's totals below", () => {
    const html = draw(
      days.show?.(
        answer([day('2026-11-19'), day('2026-11-20', { net_win: 100 })], [day('', { net_win: -65_350 })]),
        null,
      ),
    )
    expect(html).toContain('Net win RON')
    expect(html.lastIndexOf('>19/11<')).toBeLessThan(html.lastIndexOf('>20/11<'))
    expect(html).toMatch(/<tfoot>.*−653\.50.*<\/tfoot>/)
    expect(html.match(/<rect/g)).toHaveLength(2)
  })

  it('of two currencies keep each amount with its own', () => {
    const html = draw(days.show?.(answer([day('2026-11-20'), day('2026-11-20', { currency: 'EUR' })]), null))
    expect(html).not.toContain('Net win RON')
    expect(html).toContain('€12,345.50')
    expect(html).toContain('RON\u00a012,345.50')
  })

  it('without figures say so, and why while the history is being made', () => {
    const task = {
      _id: 'b'.repeat(24),
      title: 'tasks:kinds.demo_history',
      state: 'running',
      progress: 4_200,
      progress_note: '25 / 60',
    }
    expect(draw(days.show?.(answer([]), null))).toContain('No figures for the last 14 gaming days.')
    expect(draw(days.show?.(answer([]), { rows: [task] }))).toMatch(
      /\/advanced\/tasks\/b{24}.*Running 42% · 25 \/ 60/,
    )
  })

  it('are asked for only by who may read machines', () => {
    expect(days.ask(place._id)).toMatchObject({
      permission: 'slot::get',
      path: '/api/aggregate/v1/slot/days',
      body: { ids: [place._id], days: 14 },
    })
  })
})

const streamed = {
  server_time: now,
  server_time_nano: `${now}000000`,
  message_seq_nr: 17,
  smib_id: null,
  smib: null,
  slot: place,
  location: place,
  tenant: place,
  time_zone: 'Europe/Bucharest',
}

describe('the last events', () => {
  it('have names and severities in words, in the time of their place', () => {
    const html = draw(
      lastEvents('slot').show?.(
        {
          rows: [
            {
              ...streamed,
              _id: '1',
              code: '11',
              category: 'door',
              severity: 'alarm',
              data: null,
              gap: false,
              reset: false,
            },
          ],
        },
        null,
      ),
      'ro',
    )
    expect(html).toContain('Ușa aparatului deschisă')
    expect(html).toContain('alarmă')
    expect(html).toContain('Europe/Bucharest')
    expect(html).toContain('20.11.2026, 12:00:00')
  })
})

it('the last messages show where numbers are missing', () => {
  const message = { ...streamed, kind: 'counters', event_count: 0, counter_count: 1 }
  const html = draw(
    lastMessages().show?.(
      {
        rows: [
          { ...message, gap: true, reset: false },
          { ...message, message_seq_nr: 1, gap: false, reset: true },
        ],
      },
      null,
    ),
  )
  expect(html).toContain('gap before it')
  expect(html).toContain('numbering restarted')
})
