/**
 * The API as somebody asks it who has read the specification alone, sections 3 and 7: each name there narrows what a
 * list answers, or is refused by its name.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { localTime } from '../contract/time-zone'
import { NOBODY, of, specifiedWire } from '../../../tests/support/specified-wire'

let full: FullLists
beforeAll(async () => {
  full = await fullLists()
})
afterAll(() => full.backend.close())
const { ask, list } = specifiedWire(() => full)

/** List, member, a value that some rows have, and what of a row it is. */
type Case = [
  path: string,
  member: string,
  right: unknown,
  wrong: unknown,
  matches: (row: Record<string, unknown>) => boolean,
  beside?: object,
]

const aggregationCases = (path: string): Case[] => [
  [path, 'gameId', 0, 'x', row => row.game_nr === 0 || row.game_nr === null],
  [
    path,
    'resourceId',
    slots.bellLink.id,
    'x',
    row => of(row, 'slot') === slots.bellLink.id,
    { type: 'slot' },
  ],
  [path, 'locationIds', [locations.porto.id], 'x', row => of(row, 'location') === locations.porto.id],
  [path, 'tenantIds', [tenants.lusitania.id], ['x'], row => of(row, 'tenant') === tenants.lusitania.id],
  [path, 'granulation', 'hour', 'year', row => row.granulation === 'hour'],
  [
    path,
    'columns',
    ['slot', 'readings'],
    ['password'],
    row => Object.keys(row).sort().join() === '_id,readings,slot',
  ],
]

const cases: readonly Case[] = [
  ...['aggregations/v1/query', 'aggregations/v1/raw'].flatMap(path => aggregationCases(path)),
  ['rawdata/v1/counters', 'gameNr', 1, 'one', row => row.game_nr === 1],
  ['rawdata/v1/counters', 'meterId', '0000', 7, () => true],
  [
    'timelog/v1/timelog',
    'resourceId',
    slots.bellLink.id,
    'x',
    row => of(row, 'slot') === slots.bellLink.id,
    { type: 'slot' },
  ],
  [
    'checkpoints/v1/checkpoints',
    'resourceId',
    slots.bellLink.id,
    'x',
    row => of(row, 'slot') === slots.bellLink.id,
    { type: 'slot' },
  ],
  [
    'fiscal-reports/v1/daily-reports',
    'locationId',
    locations.cluj.id,
    'x',
    row => of(row, 'location') === locations.cluj.id,
  ],
  [
    'player-exclusion-processor/v1/player-scans',
    'location_id',
    locations.cluj.id,
    'x',
    row => of(row, 'location') === locations.cluj.id,
  ],
]

describe('a list, asked in the specification’s words', () => {
  it.each(cases)(
    '%s takes %s: narrowed by it, or refused',
    async (path, member, right, wrong, matches, beside = {}) => {
      const found = await list(path, { ...beside, [member]: right })
      expect([found.status, found.fields]).toEqual([200, undefined])
      expect(found.total).toBeGreaterThan(0)
      expect(found.rows.filter(row => !matches(row))).toEqual([])
      const refused = await list(path, { ...beside, [member]: wrong })
      expect(refused.status).toBe(422)
      expect(new Set(Object.keys(refused.fields ?? {}).map(name => name.split('.')[0]))).toEqual(
        new Set([member]),
      )
    },
  )

  it('finds nothing of what is nowhere', async () => {
    for (const [path, member, beside] of [
      ['aggregations/v1/query', 'resourceId', { type: 'location' }],
      ['aggregations/v1/query', 'locationIds', {}],
      ['aggregations/v1/query', 'tenantIds', {}],
      ['timelog/v1/timelog', 'resourceId', { type: 'smib' }],
      ['checkpoints/v1/checkpoints', 'resourceId', { type: 'tenant' }],
      ['jackpot-manager/v1/jackpot-wins', 'resourceId', {}],
      ['fiscal-reports/v1/daily-reports', 'locationId', {}],
      ['player-exclusion-processor/v1/player-scans', 'location_id', {}],
    ] as const) {
      expect((await list(path, beside)).status, path).toBeLessThan(423)
      const { status, total } = await list(path, { ...beside, [member]: NOBODY })
      expect([status, total], `${path} ${member}`).toEqual([200, 0])
    }
  })

  it('narrows by a type alone to rows of such things', async () => {
    const typed = (path: string, type: string) => list(path, { exactFields: ['type'], exactValues: [type] })
    for (const path of [
      'timelog/v1/timelog',
      'checkpoints/v1/checkpoints',
      'aggregations/v1/raw',
      'jackpot-manager/v1/jackpot-wins',
    ]) {
      const all = await list(path)
      for (const type of ['location', 'slot']) {
        const { status, total, rows } = await typed(path, type)
        expect([status, total > 0], `${path} ${type}`).toEqual([200, true])
        expect(rows.filter(row => of(row, type) === undefined)).toEqual([])
        expect(total).toBeLessThanOrEqual(all.total)
      }
      const { status, fields } = await typed(path, 'door')
      expect([status, Object.keys(fields ?? {})], path).toEqual([422, ['type']])
    }
    expect((await typed('jackpot-manager/v1/jackpot-wins', 'level')).total).toBeGreaterThan(0)
    const { rows } = await typed('aggregations/v1/query', 'location')
    expect(rows.map(row => of(row, 'slot')).filter(Boolean)).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
  })

  it('takes the id of a resource without its type in every list of raw data, and names what is missing of an id that is nobody’s', async () => {
    const raw = full.lists.filter(({ list }) => list.raw).map(({ path }) => path.replace('/api/', ''))
    expect(raw.length).toBeGreaterThan(12)
    const kinds = { slot: slots.bellLink.id, location: locations.cluj.id, tenant: tenants.lusitania.id }
    for (const path of raw)
      for (const [type, id] of Object.entries(kinds)) {
        const alone = await list(path, { resourceId: id, rowsPerPage: 50 })
        const typed = await list(path, { id, type, rowsPerPage: 50 })
        expect([alone.status, alone.total], `${path} ${type}`).toEqual([200, typed.total])
        expect((await list(path, { id, rowsPerPage: 50 })).total).toBe(typed.total)
        const { status, fields } = await list(path, { resourceId: NOBODY })
        expect([status, fields], path).toEqual([422, { type: [{ code: 'required' }] }])
      }
    const found = await list('rawdata/v1/counters', { resourceId: slots.bellLink.id })
    expect(found.total).toBeGreaterThan(0)
    expect(found.rows.filter(row => of(row, 'slot') !== slots.bellLink.id)).toEqual([])
  })

  it('says nothing of another tenant’s id', async () => {
    const answer = await full.backend.json<{ error: { fields: object } }>('/api/rawdata/v1/events', {
      as: 'mihai',
      method: 'POST',
      body: { resourceId: locations.porto.id },
    })
    expect([answer.status, answer.body.error.fields]).toEqual([422, { type: [{ code: 'required' }] }])
  })

  it('says a thing once', async () => {
    const { status, fields } = await list('fiscal-reports/v1/daily-reports', {
      locationId: locations.cluj.id,
      exactFields: ['location'],
      exactValues: [locations.cluj.id],
    })
    expect([status, fields]).toEqual([422, { locationId: [{ code: 'repeated' }] }])
  })

  it('takes its filters as exactFields and exactValues, too, and its file does', async () => {
    const exact = { exactFields: ['locationId'], exactValues: [locations.cluj.id] }
    const named = await list('fiscal-reports/v1/daily-reports', { locationId: locations.cluj.id })
    expect(named.total).toBeGreaterThan(0)
    expect((await list('fiscal-reports/v1/daily-reports', exact)).total).toBe(named.total)
    const { data } = await ask('dataexport/v1/expected', {
      list: 'fiscal-reports/daily-reports',
      request: exact,
    })
    expect(data.total).toBe(named.total)
    const none = { exactFields: ['locationId'], exactValues: [NOBODY] }
    expect(
      (await ask('dataexport/v1/expected', { list: 'fiscal-reports/daily-reports', request: none })).data
        .total,
    ).toBe(0)
  })

  it('gives aggregations as data with their total_aggregation, of the columns that were asked for', async () => {
    const day = { timeRange: 'now-30d', tenantIds: [tenants.carpathia.id] }
    const { data, rows } = await list('aggregations/v1/query', { ...day, columns: ['slot', 'coin_in'] })
    expect(data.data).toEqual(rows)
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['_id', 'coin_in', 'slot'])
    const sum = (given: unknown) =>
      (given as { coin_in: { minor: number } }[]).reduce((all, row) => all + row.coin_in.minor, 0)
    const whole = await list('aggregations/v1/query', day)
    expect(whole.total).toBeGreaterThan(1)
    expect(sum(whole.data.total_aggregation)).toBe(sum(whole.rows))
    expect(sum(whole.rows)).toBeGreaterThan(0)
    const refused = await list('aggregations/v1/query', { columns: ['password'] })
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['columns']])
  })

  it('narrows a jackpot’s history by whatever its resourceId is of', async () => {
    const all = await list('jackpot-manager/v1/jackpot-wins')
    const [win] = all.rows
    for (const member of ['jackpot', 'level', 'tenant', 'location', 'slot']) {
      const id = of(win ?? {}, member) ?? ''
      const { rows, total } = await list('jackpot-manager/v1/jackpot-wins', { resourceId: id })
      expect(total, member).toBe(all.rows.filter(row => of(row, member) === id).length)
      expect(rows.every(row => of(row, member) === id)).toBe(true)
    }
    expect((await list('jackpot-manager/v1/jackpot-wins', { resourceId: 'x' })).fields).toHaveProperty(
      'resourceId',
    )
  })

  it('takes the months from date_start to date_end', async () => {
    const all = await list('fiscal-reports/v1/monthly-reports', { date_start: '1970-01-01T00:00:00Z' })
    expect([all.status, all.total > 0]).toEqual([200, true])
    const none = await list('fiscal-reports/v1/monthly-reports', {
      date_start: '1970-01-01T00:00:00Z',
      date_end: '1970-02-01T00:00:00Z',
    })
    expect([none.status, none.total]).toEqual([200, 0])
    const { fields } = await list('fiscal-reports/v1/monthly-reports', { date_start: 'yesterday' })
    expect(Object.keys(fields ?? {})).toEqual(['date_start'])
    const turned = { date_start: '2026-03-01T00:00:00Z', date_end: '2026-02-01T00:00:00Z' }
    expect((await list('fiscal-reports/v1/monthly-reports', turned)).fields).toEqual({
      date_end: [{ code: 'not_after_start' }],
    })
  })

  it('takes days alone where it names dates, the last one whole, of the zone that is named', async () => {
    const months = (body: object) => list('fiscal-reports/v1/monthly-reports', body)
    const [{ month }] = (await months({})).rows as [{ month: string }]
    const { rows } = await months({ date_start: `${month}-01`, date_end: `${month}-28` })
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(row => row.month))).toEqual(new Set([month]))

    const reports = (body: object) => list('fiscal-reports/v1/daily-reports', body)
    const [{ report_date: day }] = (await reports({})).rows as [{ report_date: string }]
    const own = await reports({ startDate: day, endDate: day })
    expect(own.rows.length).toBeGreaterThan(0)
    expect(new Set(own.rows.map(row => row.report_date))).toEqual(new Set([day]))

    const counters = (body: object) => list('rawdata/v1/counters', { show_all: true, ...body })
    const [{ server_time: at }] = (await counters({})).rows as [{ server_time: number }]
    for (const timeZone of ['Europe/Bucharest', 'Pacific/Auckland']) {
      const date = localTime(at, timeZone)
      const start = date.startOf('day')
      const given = { dateStart: date.toISODate(), dateEnd: date.toISODate(), timeZone }
      const exact = { dateStart: start.toMillis(), dateEnd: start.plus({ days: 1 }).toMillis() }
      expect((await counters(given)).total, timeZone).toBe((await counters(exact)).total)
    }
    const timed = { start_time: '2025-12-01', end_time: '2026-12-31' }
    const { total } = await list('timelog/v1/timelog', timed)
    expect(total).toBeGreaterThan(0)
    const filters = { exactFields: Object.keys(timed), exactValues: Object.values(timed) }
    expect((await list('timelog/v1/timelog', filters)).total).toBe(total)
    for (const [name, value] of [
      ['date_start', '2026-02-30'],
      ['date_start', 'yesterday'],
      ['date_end', '01.11.2026'],
    ] as const)
      expect((await months({ [name]: value })).fields).toEqual({ [name]: [{ code: 'period_end' }] })
    expect((await months({ date_start: '2026-11-02', date_end: '2026-11-01' })).fields).toEqual({
      date_end: [{ code: 'not_after_start' }],
    })
    expect((await months({ date_start: '2026-11-01T00:00:00Z', timeZone: 'UTC' })).fields).toEqual({
      timeRange: [{ code: 'required' }],
    })
  })

  it('takes start_time and end_time of the time log', async () => {
    const none = { start_time: Date.UTC(1990, 0, 1), end_time: Date.UTC(1990, 0, 2) }
    expect((await list('timelog/v1/timelog', none)).total).toBe(0)
    expect((await list('timelog/v1/timelog', { start_time: 'noon' })).fields).toHaveProperty('start_time')
    const whole = { start_time: '2025-12-01T00:00:00Z', end_time: '2026-12-31T00:00:00+02:00' }
    const { total } = await list('timelog/v1/timelog', {
      dateStart: whole.start_time,
      dateEnd: whole.end_time,
    })
    expect(total).toBeGreaterThan(0)
    expect((await list('timelog/v1/timelog', whole)).total).toBe(total)
    const exact = { exactFields: Object.keys(whole), exactValues: Object.values(whole) }
    expect((await list('timelog/v1/timelog', exact)).total).toBe(total)
    const turned = { start_time: whole.end_time, end_time: whole.start_time }
    expect((await list('timelog/v1/timelog', turned)).fields).toEqual({
      end_time: [{ code: 'not_after_start' }],
    })
  })
})
