import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_ROWS,
  hrefOf,
  MAX_ROWS,
  readListQuery,
  toRequest,
  withoutEmpty,
  writeListQuery,
  type ListQuery,
} from './list-query'
import { matchingOf } from './matching'
import type { ListSpec } from './list-spec'

const statuses = ['active', 'locked']
const spec: ListSpec = {
  sort: '-last_seen_at',
  sortKeys: ['serial', 'last_seen_at'],
  filters: ['status', 'location', 'archived'],
  accepts: (filter, text) =>
    filter === 'status'
      ? statuses.includes(text)
      : filter === 'archived'
        ? text === '1' || text === '0'
        : /^[a-z0-9]{1,8}$/.test(text),
}
const stream: ListSpec = { ...spec, period: 'today' }
/** Slots: those at work in a period, or all of them. */
const active: ListSpec = { ...spec, period: '', active: true }
const read = (search: string, of = spec) => readListQuery(new URLSearchParams(search), of, 'Europe/Bucharest')

const query = (of: ListSpec) =>
  fc.record({
    page: fc.integer({ min: 1, max: 10_000_000 }),
    rowsPerPage: fc.integer({ min: 1, max: MAX_ROWS }),
    sortBy: fc.constantFrom('id', ...of.sortKeys),
    sortDirection: fc.constantFrom('asc' as const, 'desc' as const),
    query: fc.string({ maxLength: 200 }).map(text => text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim()),
    filters: fc.record(
      {
        status: fc.uniqueArray(fc.constantFrom(...statuses), { minLength: 1 }),
        location: fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 5 }),
        archived: fc.constantFrom(['1'], ['0']),
      },
      { requiredKeys: [] },
    ),
    ...(of.period !== undefined
      ? {
          period: fc.oneof(
            fc
              .constantFrom('today', 'now-6h', 'last month-1w')
              .map(text => ({ kind: 'relative' as const, text })),
            fc
              .tuple(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 1e10 }))
              .map(([start, length]) => ({ kind: 'fixed' as const, start, end: start + length })),
          ),
        }
      : {}),
  }) as fc.Arbitrary<ListQuery>

describe('a list’s address', () => {
  it.each([
    ['list', spec],
    ['stream', stream],
    ['of what was at work', active],
  ] as const)('reads back what was written (%s)', (_, of) => {
    fc.assert(
      fc.property(query(of), given => {
        const again = readListQuery(writeListQuery(given, of), of, 'Europe/Lisbon')
        expect(again.query).toEqual(given)
        expect(again.notices).toEqual([])
      }),
    )
  })

  it('is canonical whatever it was made from, and never fails', () => {
    const parameter = fc.constantFrom(
      'page',
      'rowsPerPage',
      'sortBy',
      'sortDirection',
      'query',
      'status',
      'location',
      'archived',
      'timeRange',
      'dateStart',
      'dateEnd',
      'x',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(parameter, fc.string({ maxLength: 30 }))), pairs => {
        const once = writeListQuery(
          readListQuery(new URLSearchParams(pairs), stream, 'UTC').query,
          stream,
        ).toString()
        expect(writeListQuery(read(once, stream).query, stream).toString()).toBe(once)
      }),
    )
  })

  it('leaves defaults out', () => {
    const { query: given, notices } = read(
      'page=1&rowsPerPage=10&sortBy=last_seen_at&sortDirection=desc&query=',
    )
    expect(hrefOf('/slots', given, spec)).toBe('/slots')
    expect(notices).toEqual([])
  })

  it.each([
    ['dateStart=2026-11-25T10:00&dateEnd=2026-11-24T10:00', 'reversed'],
    ['dateStart=2026-03-29T03:30&dateEnd=2026-03-29T05:00', 'skipped'],
    ['dateStart=banana', 'unusable'],
  ])('%s is no period, and why is said', (search, reason) => {
    const { notices } = readListQuery(new URLSearchParams(search), stream, 'Europe/Bucharest')
    expect(notices).toMatchObject([{ parameter: 'dateStart', reason }])
  })

  it.each([
    ['page=0', 'page', 'unusable'],
    ['page=-1', 'page', 'unusable'],
    ['page=1e3', 'page', 'unusable'],
    ['page=abc', 'page', 'unusable'],
    ['rowsPerPage=65000', 'rowsPerPage', 'too_large'],
    ['sortBy=password', 'sortBy', 'unusable'],
    ['sortDirection=up', 'sortDirection', 'unusable'],
    ['status=broken', 'status', 'unusable'],
    ['page=2&page=3', 'page', 'repeated'],
    ['colour=red', 'colour', 'unknown'],
    ['timeRange=today', 'timeRange', 'unknown'],
  ])('%s is left out and said', (search, parameter, reason) => {
    expect(read(search).notices).toMatchObject([{ parameter, reason }])
  })

  it.each([
    ['view=all', 'view', spec],
    ['selected=1', 'selected', spec],
    ['matching=1', 'matching', spec],
    ['lng=ro', 'lng', spec],
    ['find.location=x', 'find.location', spec],
    ['format=machine', 'format', spec],
    ['query=x', 'query', { ...spec, searched: false }],
    ['sortBy=serial', 'sortBy', { ...spec, fixedOrder: true }],
    ['sortDirection=asc', 'sortDirection', { ...spec, fixedOrder: true }],
    ['timeZone=UTC', 'timeZone', stream],
    ['timeRange=soon', 'timeRange', stream],
    ['dateStart=2026-01-01', 'dateStart', stream],
    ['timeRange=today&dateStart=2026-01-01&dateEnd=2026-01-02', 'dateStart', stream],
    ['timeRange=today&timeRange=yesterday', 'timeRange', stream],
    [`query=${'x'.repeat(201)}`, 'query', spec],
    ['query=%00', 'query', spec],
    ['query=EGT%1b', 'query', spec],
  ] as const)('%s is no use to this list, and is not ignored silently', (search, parameter, of) => {
    expect(read(search, of).notices).toMatchObject([{ parameter }])
  })

  it('what the page itself takes is no part of it, and nothing to tell', () => {
    expect(
      readListQuery(new URLSearchParams('selected=1&view=all&lng='), spec, 'UTC', {
        own: ['selected', 'view'],
      }).notices,
    ).toEqual([])
  })

  it('takes a plus for what it is, typed or encoded, and writes it encoded', () => {
    for (const search of [
      'timeRange=last+week+1d',
      'timeRange=last%20week%2B1d',
      'timeRange=last+week%2B1d',
    ]) {
      const { query: given, notices } = read(search, stream)
      expect([given.period, notices]).toEqual([{ kind: 'relative', text: 'last week+1d' }, []])
      expect(hrefOf('/events', given, stream)).toBe('/events?timeRange=last+week%2B1d')
    }
    expect(read('timeRange=now 6h', stream).query.period).toEqual({ kind: 'relative', text: 'now+6h' })
  })

  it('a repeated filter means any of its values', () => {
    expect(read('status=active&status=locked&status=active').query.filters.status).toEqual([
      'active',
      'locked',
    ])
  })

  it('a page size beyond the largest is the largest', () => {
    expect(read('rowsPerPage=65000').query.rowsPerPage).toBe(MAX_ROWS)
  })

  it('any change but a page’s own starts over', () => {
    const { query: given } = read('page=7&status=active')
    expect(hrefOf('/slots', given, spec, { sortBy: 'serial', sortDirection: 'asc' })).toBe(
      '/slots?status=active&sortBy=serial',
    )
    expect(hrefOf('/slots', given, spec, { page: 8 })).toBe('/slots?status=active&page=8')
  })
})

describe('the wire request', () => {
  const request = (search: string, of = spec) =>
    toRequest(
      read(search, of).query,
      of,
      (filter, text) => (filter === 'archived' ? text === '1' : text),
      Date.UTC(2026, 10, 20, 10),
      'Europe/Bucharest',
    )

  it('counts pages from 0 and calls id by its wire name', () => {
    expect(request('page=3&sortBy=id&sortDirection=desc')).toMatchObject({
      page: 2,
      rowsPerPage: DEFAULT_ROWS,
      sortBy: ['_id'],
      sortDirection: ['DESC'],
    })
  })
  it('sends filters as exact fields, several values as a list', () => {
    expect(request('status=active&status=locked&archived=1')).toMatchObject({
      exactFields: ['status', 'archived'],
      exactValues: [['active', 'locked'], true],
    })
  })
  it('a stream without a period shows the current day', () => {
    expect(request('', stream)).toMatchObject({
      dateStart: Date.UTC(2026, 10, 19, 22),
      dateEnd: Date.UTC(2026, 10, 20, 22),
    })
  })
  it('what was at work is asked for by whole hours, as text; without a period everything is', () => {
    expect(request('timeRange=now-6h', active)).toMatchObject({
      startDate: '2026-11-20T04:00:00.000Z',
      endDate: '2026-11-20T10:00:00.000Z',
    })
    expect(request('dateStart=2026-11-20T08:20Z&dateEnd=2026-11-20T08:40Z', active)).toMatchObject({
      startDate: '2026-11-20T08:00:00.000Z',
      endDate: '2026-11-20T09:00:00.000Z',
    })
    expect(Object.keys(request('timeRange=now-6h', active))).not.toContain('dateStart')
    expect(Object.keys(request('', active))).not.toContain('startDate')
  })
  it('all that match are sent with the period as it was resolved', () => {
    expect(matchingOf(request('status=active&timeRange=yesterday', active))).toEqual({
      query: '',
      exactFields: ['status'],
      exactValues: ['active'],
      startDate: '2026-11-18T22:00:00.000Z',
      endDate: '2026-11-19T22:00:00.000Z',
    })
    expect(matchingOf(request('status=active', active))).toEqual({
      query: '',
      exactFields: ['status'],
      exactValues: ['active'],
    })
  })
  it('of any period that an address can say, the backend gets hours that it can read', () => {
    const word = fc.constantFrom('now', 'today', 'yesterday', 'this week', 'last month', 'last year')
    const moved = fc
      .tuple(word, fc.constantFrom('+', '-'), fc.nat(9_999), fc.constantFrom('m', 'h', 'd', 'w', 'M', 'y'))
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(word, moved), text => {
        const { startDate = '', endDate = '' } = request(`timeRange=${encodeURIComponent(text)}`, active)
        for (const date of [startDate, endDate]) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/)
        expect(startDate < endDate).toBe(true)
      }),
    )
  })
})

describe('the address that a filter form makes', () => {
  const cleaned = (text: string) => withoutEmpty(new URL(text, 'http://console.example'))

  it('names only what was chosen', () => {
    expect(cleaned('/slots?query=&tenant=&status=active&selected=1&selected=2')).toBe(
      '/slots?status=active&selected=1&selected=2',
    )
    expect(cleaned('/slots?query=&location=')).toBe('/slots')
    expect(cleaned('/slots?status=active')).toBeUndefined()
    expect(cleaned('/slots')).toBeUndefined()
  })
})
