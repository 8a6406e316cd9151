import { describe, expect, it } from 'vitest'
import type { PeriodPoints } from '../../../backend/platform/contract/period-points'
import { draw, everything, now, place, slot } from '../../../tests/support/drawn-page'
import { resources } from '../../definitions'
import type { ListData } from '../data/list.server'
import { PeriodFields } from '../period/period-picker'
import { ListPage } from './list-page'

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
  isMatching: false,
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

  it('of a search that finds more than is counted, says so and leads on behind the last page that is counted', () => {
    const { query, answer } = list()
    const found = (page: number, capped: boolean) =>
      draw(
        slots({
          query: { ...query, query: 'egt', page },
          answer: { rows: answer?.rows ?? [], as_of: now, total: 10_000, ...(capped && { capped }) },
        }),
      )
    const html = found(1000, true)
    expect(html).toMatch(/of 10,000\+/)
    expect(html).toContain('All 10,000+ that match')
    expect(html).toContain('data-all="10,000+"')
    expect(html).toMatch(/<a[^>]*href="[^"]*page=1001"[^>]*rel="next"/)
    // Page 1,000 is the last number there, and not the last page.
    expect(found(1, true)).toMatch(/>1000<\/a><span aria-hidden="true">…<\/span>/)
    const whole = found(1000, false)
    expect(whole).toContain('All 10,000 that match')
    expect(whole).not.toMatch(/page=1001|\+/)
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

  it('a command that a phone has no room for stands in its menu, and every other one in the row alone', () => {
    const commandsIn = (html: string) => {
      const some = /<div class="pick-some">(.*?)<\/details>/s.exec(html)?.[1] ?? ''
      const [row = '', menu = ''] = some.split('<details')
      const pathsIn = (part: string, tag: RegExp) =>
        [...part.matchAll(tag)].map(([one]) => /formaction="([^"]+)"/i.exec(one)?.[1] ?? one)
      return {
        row: pathsIn(row, /<button[^>]*>/g),
        wide: pathsIn(row, /<button[^>]*class="[^"]*\bwide-only\b[^>]*>/g),
        menu: pathsIn(menu, /<li[^>]*><button[^>]*>/g),
        phone: pathsIn(menu, /<li class="phone-only"><button[^>]*>/g),
        isPhoneMenu: /^[^>]*\bphone-only\b/.test(menu),
      }
    }
    const all = commandsIn(draw(slots()))
    expect(all.wide.length).toBeGreaterThan(0)
    expect(all.wide.length).toBeLessThan(all.row.length)
    expect(all.phone).toEqual(all.wide)
    // Archiving is in the menu on every screen.
    expect(all.menu.length).toBeGreaterThan(all.phone.length)
    expect(all.isPhoneMenu).toBe(false)
    const { 'slot::archive': _, 'slot::unarchive': __, ...others } = everything
    const without = commandsIn(draw(slots(), { permissions: others }))
    expect(without.menu).toEqual(without.phone)
    expect(without.phone).toEqual(without.wide)
    expect(without.isPhoneMenu).toBe(true)
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

  it('a name of many letters may take a second line, also in a column that is made of other fields', () => {
    const name = 'Mihai Alexandru Popescu-Constantinescu, București Militari'
    const entry = {
      ...{ _id: 'b'.repeat(24), at: now, action: 'update', entity: 'slot', entity_id: 'c'.repeat(24) },
      ...{ actor: { kind: 'user', name }, before: null, after: { name: 'EGT-1' }, ip: '10.0.0.1' },
    }
    const html = draw(
      <ListPage
        resource={resources.audit}
        data={list({
          name: 'audit',
          columns: ['at', 'who', 'action', 'ip'],
          answer: { rows: [entry], total: 1, as_of: now },
        })}
      />,
    )
    expect(html).toMatch(new RegExp(`<td class="[^"]*\\blong\\b[^"]*">${name}<`))
    expect(html.match(/\blong\b/g)).toHaveLength(1)
    const there = { ...place, name }
    const row = draw(slots({ answer: { rows: [slot(1, { location: there })], total: 1, as_of: now } }))
    expect(row.match(/class="[^"]*\blong\b/g)).toHaveLength(1)
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
      'Slots that reported counters from 20/11/2026 to 20/11/2026 (Europe/Bucharest), by whole hours.',
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
