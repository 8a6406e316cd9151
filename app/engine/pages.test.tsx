import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import type { PeriodPoints } from '../../backend/platform/contract/period-points'
import { permissionCatalogue } from '../../backend/platform/contract/permissions'
import { ShellProvider } from '../console/shell-context'
import type { ShellData } from '../console/shell-data'
import { i18nFor } from '../i18n/i18n.server'
import { resources } from '../definitions'
import type { DetailData } from './detail/detail.server'
import type { ListData } from './data/list.server'
import { PeriodFields } from './period/period-picker'
import { DetailPage } from './detail/detail-page'
import { ListPage } from './list/list-page'
import type { Row } from './definition/row'

const now = Date.UTC(2026, 10, 20, 10)
const everything = Object.fromEntries(permissionCatalogue.map(name => [name, 1]))
const place = { _id: 'a'.repeat(24), name: 'Cluj 1' }
const slot = (index: number, more: Partial<Row> = {}): Row => ({
  _id: String(index).padStart(24, '0'),
  version: 1,
  serial: `EGT-${index}`,
  location: place,
  tenant: place,
  denomination: { minor: 10, currency: 'RON' },
  credits: 12_340,
  status: 'active',
  protocol: { _id: 'aaaaaaaaaaaaaaaaaaaaaaaa', name: 'SAS 5.02' },
  lock_state: 'active',
  state: 'online',
  last_seen_at: now - 40_000,
  archived_at: null,
  ...more,
})

function draw(
  page: ReactElement,
  {
    permissions = everything,
    locale = 'en' as const,
  }: Partial<Pick<ShellData, 'permissions'>> & { locale?: 'en' | 'ro' | 'pt' } = {},
) {
  const shell: ShellData = {
    user: { id: '1', name: 'Bogdan Nițu', username: 'operator', tenantId: place._id, picture: null },
    permissions,
    locale,
    theme: 'light',
    density: 'compact',
    timeZone: 'Europe/Bucharest',
    flash: null,
    nonce: '',
    path: '/slots',
    now,
    preferences: { rowsPerPage: null },
  }
  return renderToString(
    <I18nextProvider i18n={i18nFor(locale)}>
      <ShellProvider data={shell}>{page}</ShellProvider>
    </I18nextProvider>,
  )
}

const list = (more: Partial<ListData> = {}): ListData => ({
  name: 'slots',
  path: '/slots',
  title: 'Slots',
  query: { page: 1, rowsPerPage: 10, sortBy: 'id', sortDirection: 'desc', query: '', filters: {} },
  notices: [],
  columns: [...resources.slots.list.columns],
  answer: { rows: [slot(1), slot(2, { status: 'locked', lock_state: 'locked' })], total: 412, as_of: now },
  failure: null,
  options: {},
  selected: [],
  range: null,
  ...more,
})
const slots = (more?: Partial<ListData>) => <ListPage resource={resources.slots} data={list(more)} />

describe('a list', () => {
  it('says its total, how it is sorted, and what can be done to ticked rows', () => {
    const html = draw(slots({ query: { ...list().query, sortBy: 'serial', sortDirection: 'asc' } }))
    expect(html).toContain('412')
    expect(html).toMatch(
      /aria-sort="ascending"[^>]*><a[^>]*href="\/slots\?sortBy=serial&amp;sortDirection=desc"/,
    )
    expect(html).toMatch(/name="selected" form="rows" aria-label="Select EGT-1"/)
    expect(html).toMatch(/formAction="\/slots\/do\/lock"/i)
    expect(html).toContain('12,340')
  })

  it("says a shared currency in the header, and each amount's own otherwise", () => {
    expect(draw(slots())).toMatch(/Denom\. RON<\/(th|a)>.*class="n">0\.10</)
    const mixed = draw(
      slots({
        answer: {
          rows: [slot(1), slot(2, { denomination: { minor: 5, currency: 'EUR' } })],
          total: 2,
          as_of: now,
        },
      }),
    )
    expect(mixed).not.toContain('Denomination RON')
    expect(mixed).toMatch(/RON\s0\.10.*€0\.05/)
  })

  it('a person who may only read gets no boxes to tick, no new button and no commands', () => {
    const html = draw(slots(), { permissions: { 'slot::list': 1 } })
    expect(html).not.toContain('name="selected"')
    expect(html).not.toContain('/slots/new')
    expect(html).not.toContain('/slots/lock')
    expect(html).not.toContain('export.csv')
  })

  it('keeps what was ticked on other pages', () => {
    const html = draw(slots({ selected: ['f'.repeat(24), '000000000000000000000002'] }))
    expect(html).toContain(`type="hidden" name="selected" value="${'f'.repeat(24)}"`)
    expect(html).toContain('1 selected on other pages')
    expect(html.match(/type="checkbox"[^>]*checked=""/g)).toHaveLength(1)
  })

  it('without anything says why and offers the one action; without a match, the way back', () => {
    expect(draw(slots({ answer: { rows: [], total: 0, as_of: now } }))).toMatch(
      /There are no slots yet\..*href="\/slots\/new"/,
    )
    const none = draw(
      slots({
        answer: { rows: [], total: 0, as_of: now },
        query: { ...list().query, query: 'xyz', rowsPerPage: 50 },
      }),
    )
    expect(none).toMatch(/Nothing matches these filters\..*href="\/slots\?rowsPerPage=50"/)
  })

  it('keeps the page when its rows cannot be read', () => {
    const html = draw(
      slots({
        answer: null,
        failure: {
          kind: 'unreachable',
          code: 'unreachable',
          status: 503,
          requestId: 'r-1',
          unknown: false,
          fields: {},
        },
      }),
    )
    expect(html).toContain('The server cannot be reached')
    expect(html).toContain('name="query"')
  })

  it('active filters are chips that remove themselves', () => {
    const html = draw(
      slots({
        query: { ...list().query, filters: { lock_state: ['locked'], location: [place._id] } },
        options: { location: { list: [{ value: place._id, label: 'Cluj 1' }], searchable: false, find: '' } },
      }),
    )
    expect(html).toMatch(new RegExp(`href="/slots\\?location=${place._id}" class="chip"[^]*Status: locked`))
    expect(html).toContain('Location: Cluj 1')
  })

  it('a period is a chip, stands in every link, is told as resolved with its zone, and can be pinned', () => {
    const range = { start: Date.UTC(2026, 10, 19, 22), end: Date.UTC(2026, 10, 20, 22) }
    const html = draw(
      slots({
        query: {
          ...list().query,
          filters: { status: ['active'] },
          period: { kind: 'relative', text: 'today' },
        },
        range,
      }),
    )
    expect(html).toMatch(/href="\/slots\?status=active" class="chip"[^]*Installed during: Today/)
    expect(html).toContain(
      'Slots that reported counters from 20/11/2026, 00:00:00 to 21/11/2026, 00:00:00 (Europe/Bucharest), by whole hours.',
    )
    expect(html).toContain(
      'href="/slots?status=active&amp;dateStart=2026-11-19T22%3A00Z&amp;dateEnd=2026-11-20T22%3A00Z"',
    )
    for (const path of ['export.csv', 'export', 'print', 'columns'])
      expect(html).toContain(`href="/slots/${path}?status=active&amp;timeRange=today"`)
    expect(html).toContain('type="hidden" name="timeRange" value="today"')
    expect(html).toContain('timeRange=today&amp;sortBy=serial')
  })

  it('when nobody was at work says so, and how to see machines again', () => {
    const none = { answer: { rows: [], total: 0, as_of: now }, range: { start: 0, end: 3_600_000 } }
    const query = { ...list().query, period: { kind: 'relative', text: 'last year' } as const }
    expect(draw(slots({ ...none, query }))).toMatch(
      /No slot was installed during this period\..*href="\/slots"[^>]*>(<[^>]*>)*Drop the period/,
    )
    const filtered = draw(slots({ ...none, query: { ...query, filters: { status: ['active'] } } }))
    expect(filtered).toMatch(
      /No slot that matches the filters.*href="\/slots\?status=active".*href="\/slots\?timeRange=last\+year"/,
    )
  })

  it('a period that only narrows the list is chosen on a page of its own, which says how one comes to gaming days', () => {
    expect(draw(slots())).toMatch(/<a [^>]*href="\/slots\/period"[^>]*data-sheet="period"/)
    const picker = (points: PeriodPoints | null) =>
      draw(<PeriodFields period={null} range={null} points={points} withoutPoints="Choose one location" />)
    expect(picker(null)).toContain('Choose one location')
    const html = picker({
      time_zone: 'Europe/Bucharest',
      resets: [],
      open: { day: '2026-11-20', start: Date.UTC(2026, 10, 20, 6), end: Date.UTC(2026, 10, 21, 6) },
      checkpoints: [{ day: '2026-11-19', start: Date.UTC(2026, 10, 19, 6), end: Date.UTC(2026, 10, 20, 6) }],
    })
    expect(html).toContain('value="2026-11-19T06:00Z/2026-11-20T06:00Z"')
    expect(html).not.toContain('value="reset"')
    expect(html).not.toContain('Choose one location')
  })

  it.each([
    ['ro', 'Blochează'],
    ['pt', 'Bloquear'],
  ] as const)('reads in %s', (locale, word) => {
    const html = draw(slots(), { locale })
    expect(html).toContain(word)
    expect(html).not.toMatch(/engine:|slots:/)
  })
})

const detail = (row: Row): DetailData => ({
  kind: 'detail',
  notices: [],
  name: 'slots',
  title: String(row.serial),
  crumbs: {},
  row,
  related: [],
  tab: null,
  activity: [],
  live: { state: 'online', since: now - 3_600_000, last_seen_at: now },
  audit: {
    failure: null,
    total: 1,
    entries: [
      {
        _id: 'e',
        at: now,
        actor: { kind: 'user', name: 'Bogdan Nițu' },
        ip: '10.0.0.7',
        action: 'lock',
        before: { status: 'active', version: 1 },
        after: { status: 'locked', version: 2 },
      },
    ],
  },
})
const page = (row: Row) => (
  <DetailPage resource={resources.slots} data={detail(row)} related={() => resources.smibs} />
)

describe('a detail page', () => {
  it('offers the command that fits the state, harm last in the menu', () => {
    const html = draw(page(slot(1)))
    expect(html).toMatch(/class="btn"[^>]*>Lock</)
    expect(html).not.toContain('/unlock')
    expect(draw(page(slot(1, { status: 'locked' })))).toMatch(/>Unlock</)
  })

  it('tells who changed what, when, from where', () => {
    const html = draw(page(slot(1, { status: 'locked' })))
    expect(html).toMatch(/Bogdan Nițu.*10\.0\.0\.7.*active.*locked/)
    expect(html).not.toContain('>version<')
  })

  it('leaves out lines that do not apply to what it shows', () => {
    const { approvals } = resources
    const lines = (more: Partial<Row>) =>
      [
        ...draw(
          <DetailPage
            resource={approvals}
            data={detail({ _id: 'c'.repeat(24), version: 1, kind: 'seal', state: 'waiting', ...more })}
            related={() => approvals}
          />,
        ).matchAll(/<dt[^>]*>([^<]*)/g),
      ].map(([, label]) => label)
    expect(lines({ day: '2026-11-01', location: place })).toEqual(
      expect.arrayContaining(['Location', 'From the day', 'Why']) as string[],
    )
    expect(lines({ day: '2026-11-01' })).not.toContain('Jackpot level')
    expect(lines({})).not.toContain('Slot')
  })

  it('says who ordered a lock that the slot has not confirmed, with a way to look again; never that it is locked', () => {
    const ordered = {
      status: 'locked',
      lock_state: 'locking',
      lock_delivery: 'pending',
      lock_ordered_by: 'Olga Rusu',
      lock_ordered_at: now,
      lock_answer_code: 'game_in_progress',
    }
    const html = draw(page(slot(1, ordered)))
    expect(html).toMatch(/page-title"><h1>EGT-1<\/h1>.*?locking…/)
    expect(html).toMatch(
      /Lock ordered by Olga Rusu.*a game is in progress.*href="\/slots\/0*1"[^>]*>.*?Refresh/,
    )
    expect(html.slice(0, html.indexOf('page-commands'))).not.toContain('st-locked')
    expect(draw(page(slot(1, { ...ordered, lock_delivery: 'no_answer' })))).toContain(
      'It gets the order when its SMIB returns.',
    )
    expect(
      draw(page(slot(1, { ...ordered, lock_state: 'locked', lock_delivery: 'confirmed' }))),
    ).not.toContain('Lock ordered by')
  })

  it('says in words why a machine refused, in each language', () => {
    const refused = slot(1, {
      status: 'locked',
      lock_state: 'lock_refused',
      lock_delivery: 'refused',
      lock_ordered_by: 'Olga Rusu',
      lock_ordered_at: now,
      lock_answer_code: 'door_open',
    })
    const told = {
      en: ['still unlocked', 'a door is open'],
      ro: ['încă deblocat', 'ușă'],
      pt: ['ainda desbloqueada', 'porta'],
    } as const
    for (const locale of ['en', 'ro', 'pt'] as const) {
      const html = draw(page(refused), { locale })
      for (const words of told[locale]) expect(html).toContain(words)
      expect(html).not.toContain('door_open')
    }
  })

  it('an archived record can only be unarchived', () => {
    const html = draw(page(slot(1, { archived_at: now })))
    expect(html).toContain('/unarchive')
    expect(html).not.toContain('/edit')
    expect(html).not.toContain('/lock')
  })
})
