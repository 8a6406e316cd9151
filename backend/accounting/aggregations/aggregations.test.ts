/**
 * Aggregation rules, and what is summed up of stored hours and days: in money, by the clock of the place, within scope.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { idsOf } from '../../../tests/support/ids-of'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { storedHour } from '../../../tests/support/stored'

let backend: TestBackend
const stored = (slot: keyof typeof slots, more: object = {}) => ({
  ...noMovement,
  slot_id: slots[slot].id,
  game_nr: 0,
  location_id: locations[slots[slot].location].id,
  denomination_minor: 5,
  tenant_id: tenants[locations[slots[slot].location].tenant].id,
  currency: 'RON',
  readings: 24,
  ...more,
})
const HOUR = 3_600_000
/**
 * In Cluj the day begins at eight; the clocks go forward in the night of 28 March 2026, and back in that of 24 October
 * 2026.
 */
const short = { gaming_day: '2026-03-28' }
const long = { gaming_day: '2026-10-24' }
const eight = Date.UTC(2026, 2, 28, 6)

beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .insertInto('counter_days')
    .values([
      { ...stored('bellLink', { coin_in: 100, coin_out: 40, games_played: 2 }), ...short },
      { ...stored('bellLink', { coin_in: 60, game_nr: 1 }), ...short },
      { ...stored('bellLink', { coin_in: 40, game_nr: 2 }), ...short },
      { ...stored('bellLink', { denomination_minor: 10, coin_in: 30 }), ...short },
      { ...stored('novoline', { coin_in: 200, jackpot: 20 }), ...short },
      { ...stored('bellLink', { coin_in: 8 }), ...long },
      { ...stored('ribeira', { coin_in: 999, currency: 'EUR' }), ...short },
    ])
    .execute()
  await backend.db
    .insertInto('stored_hours')
    .values(
      [0, 22, 23].map(hour => ({
        ...storedHour(stored('bellLink', { coin_in: hour + 1 })),
        hour_start: eight + hour * HOUR,
      })),
    )
    .execute()
})
afterAll(() => backend.close())

interface Rule {
  _id: string
  version: number
  name: string
}
async function call(as: Person, method: string, path: string, body?: object) {
  const answer = await backend.json(path, { method, as, ...(body && { body }) })
  const { data, error } = answer.body as unknown as {
    data: { aggregation_rule: Rule; rows: Rule[] }
    error: { code: string; fields?: object }
  }
  return { status: answer.status, data, error }
}

describe('an aggregation rule', () => {
  const path = '/api/configuration/v1/aggregation-rule'
  const rule = {
    name: 'Win by location',
    by: 'location',
    granulation: 'day',
    measures: ['net_win', 'coin_in'],
  }

  it('is saved, found, and changed on record; its measures stand in the order of their contract', async () => {
    const made = await call('mihai', 'POST', path, rule)
    expect(made.data.aggregation_rule).toMatchObject({
      ...rule,
      measures: ['coin_in', 'net_win'],
      version: 1,
    })
    const found = await call('mihai', 'POST', '/api/configuration/v1/aggregation-rules', {
      query: 'win by',
      exactFields: ['by', 'granulation'],
      exactValues: ['location', 'day'],
    })
    expect(found.data.rows.map(({ name }) => name)).toEqual(['Win by location'])
    const { _id } = made.data.aggregation_rule
    const changed = await call('mihai', 'PUT', `${path}/${_id}`, { ...rule, measures: ['rtp'], version: 1 })
    expect(changed.data.aggregation_rule).toMatchObject({ measures: ['rtp'], version: 2 })
    const record = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', _id)
      .orderBy('seq')
      .execute()
    expect(record.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  it('has at least one measure, none that nobody defined, and a name of its own in its tenant', async () => {
    const refused = async (more: object) =>
      (await call('mihai', 'POST', path, { ...rule, ...more })).error.fields
    expect(await refused({ name: 'Empty', measures: [] })).toHaveProperty('measures')
    expect(await refused({ name: 'Odd', measures: ['luck'] })).toHaveProperty(['measures.0'])
    expect(await refused({})).toEqual({ name: [{ code: 'taken' }] })
    expect((await call('paulo', 'POST', path, rule)).status).toBe(200)
  })
})

interface Sums {
  entity: string | null
  interval: string | number | null
  game_nr: number | null
  coin_in?: number
  net_win?: number
  rtp?: number | null
}
async function sums(path: string, body: object, as: Person = 'mihai') {
  const answer = await backend.json(`/api/aggregate/v1/${path}`, {
    as,
    body: { from: '2026-03-01', to: '2026-12-31', ...body },
  })
  const { data, error } = answer.body as unknown as {
    data: { data: Sums[]; total: number; total_aggregation: Sums[] }
    error: { code: string; fields?: object }
  }
  return { status: answer.status, data, error }
}

describe('the aggregate family', () => {
  const cluj = { ids: [locations.cluj.id] }

  it('gives the same money plain, by interval, in total and per game', async () => {
    const all = { coin_in: 100 * 5 + 30 * 10 + 200 * 5 + 8 * 5, net_win: 1_840 - 200 - 100 }
    const plain = await sums('location/aggregate', cluj)
    expect(plain.data).toMatchObject({
      data: [{ entity: locations.cluj.id, interval: null, ...all, slots: 2 }],
      total: 1,
    })
    const total = await sums('tenant/total', { ids: [tenants.carpathia.id] })
    expect(total.data).toMatchObject({ data: [], total: 0, total_aggregation: [all] })
    const byDay = await sums('location/intervals', cluj)
    expect(byDay.data.data.map(({ interval, coin_in }) => [interval, coin_in])).toEqual([
      ['2026-03-28', 1_800],
      ['2026-10-24', 40],
    ])
    const slotsByMonth = await sums('slot/total/intervals', {
      ids: [slots.bellLink.id, slots.novoline.id],
      granulation: 'month',
      measures: ['coin_in', 'rtp'],
    })
    expect(slotsByMonth.data.data).toMatchObject([
      { interval: '2026-03', entity: null },
      { interval: '2026-10' },
    ])
    expect(slotsByMonth.data.data[0]).not.toHaveProperty('net_win')
    const games = await sums('location/games', cluj)
    expect(games.data.data.map(({ game_nr, coin_in }) => [game_nr, coin_in])).toEqual([
      [1, 300],
      [2, 200],
    ])
    expect(
      (await sums('slot/total', { ids: [slots.bellLink.id], games: [2] })).data.total_aggregation,
    ).toMatchObject([{ coin_in: 200 }])
  })

  it('knows the hours of a gaming day by the clock of its location', async () => {
    const hours = await sums('slot/intervals', {
      ids: [slots.bellLink.id],
      from: '2026-03-28',
      to: '2026-03-28',
      granulation: 'hour',
    })
    // The day of 23 hours ends before the third of them.
    expect(hours.data.data.map(({ interval }) => interval)).toEqual([eight, eight + 22 * HOUR])
  })

  it('adds nothing of another tenant, and is each type’s own permission', async () => {
    expect((await sums('slot/total', { ids: [slots.ribeira.id] })).data.total_aggregation).toEqual([])
    expect((await sums('tenant/intervals', { ids: [tenants.lusitania.id] })).data.data).toEqual([])
    expect(
      (await sums('slot/intervals', { ids: [slots.bellLink.id], granulation: 'hour' })).error.fields,
    ).toHaveProperty('to')
  })
})

interface Row {
  _id: string
  server_time: number
  end_time: number
  hours: number
  interval: string | null
  slot: { name: string } | null
  location: { name: string } | null
  coin_in: number | { minor: number; currency: string } | null
  net_win: { minor: number } | null
}
async function list(kind: 'raw' | 'query', body: object, as: Person = 'mihai') {
  const answer = await backend.json(`/api/aggregations/v1/${kind}`, {
    as,
    body: { dateStart: Date.UTC(2026, 0, 1), dateEnd: Date.UTC(2027, 0, 1), ...body },
  })
  const { data, error } = answer.body as unknown as {
    data: { rows: Row[]; total: number; cursors: { before: string | null; after: string | null } }
    error: { code: string; fields?: object }
  }
  return { status: answer.status, ...data, error }
}
const filtered = (filters: Record<string, string | number>) => ({
  exactFields: Object.keys(filters),
  exactValues: Object.values(filters),
})

describe('the lists of aggregations', () => {
  it('show stored rows as they are: credits, denominations and games apart', async () => {
    const { rows, total } = await list('raw', filtered({ slot: slots.bellLink.id }))
    expect(total).toBe(5)
    expect(rows.map(({ interval, coin_in }) => [interval, coin_in])).toEqual([
      ['2026-10-24', 8],
      ['2026-03-28', 40],
      ['2026-03-28', 60],
      ['2026-03-28', 100],
      ['2026-03-28', 30],
    ])
  })

  it('of the type SMIB are those of slots that have had one', async () => {
    const period = { dateStart: eight - 2 * HOUR, dateEnd: eight + 22 * HOUR }
    const ofSmibs = { ...period, exactFields: ['type'], exactValues: ['smib'] }
    const total = async (body: object) =>
      (await call('mihai', 'POST', '/api/aggregations/v1/raw', body)).data.rows.length
    expect([await total(period), await total(ofSmibs)]).toEqual([expect.any(Number), 0])
    const served = { smib_id: smibs.novoline.id, slot_id: slots.novoline.id }
    await backend.db.insertInto('smib_slots').values(served).execute()
    expect(await total(ofSmibs)).toBe(1)
  })

  it('say how long a day was: 25 hours in autumn, 23 in spring', async () => {
    const { rows } = await list('query', filtered({ location: locations.cluj.id, by: 'location' }))
    expect(rows.map(({ interval, hours, coin_in }) => [interval, hours, coin_in])).toEqual([
      ['2026-10-24', 25, { minor: 40, currency: 'RON' }],
      ['2026-03-28', 23, { minor: 1_800, currency: 'RON' }],
    ])
    expect(rows[1]).toMatchObject({ server_time: eight, end_time: eight + 23 * HOUR, slot: null })
  })

  it('compute by a rule: its measures, its interval, a row for each of what it says', async () => {
    const made = await call('mihai', 'POST', '/api/configuration/v1/aggregation-rule', {
      name: 'Win of slots by month',
      by: 'slot',
      granulation: 'month',
      measures: ['net_win'],
    })
    const rule = made.data.aggregation_rule._id
    const { rows } = await list('query', filtered({ rule, tenant: tenants.carpathia.id }))
    expect(rows.map(({ interval, coin_in, net_win }) => [interval, coin_in, net_win?.minor]).sort()).toEqual([
      ['2026-03', null, 600],
      ['2026-03', null, 900],
      ['2026-10', null, 40],
    ])
    // Nobody uses another tenant's rule.
    expect((await list('query', filtered({ rule }), 'paulo')).total).toBe(0)
  })

  it('go on by cursor, and refuse one that is none and a period that is too long', async () => {
    const of = filtered({ slot: slots.bellLink.id })
    const first = await list('raw', { ...of, rowsPerPage: 3 })
    const second = await list('raw', { ...of, rowsPerPage: 3, after: first.cursors.after })
    expect([first.rows.length, second.rows.length, second.cursors.after]).toEqual([3, 2, null])
    expect(new Set([...first.rows, ...second.rows].map(({ _id }) => _id)).size).toBe(5)
    expect((await list('raw', { after: 'x' })).error.fields).toHaveProperty('after')
    expect((await list('raw', filtered({ granulation: 'hour' }))).error.fields).toHaveProperty('dateEnd')
  })

  it('are files of the same rows', async () => {
    const source = backend.app.api.sources.get('aggregations/query')
    const request = {
      ...filtered({ tenant: tenants.carpathia.id, by: 'slot' }),
      rowsPerPage: 10,
      page: 0,
      sortBy: ['server_time'],
      sortDirection: ['DESC' as const],
      query: '',
      dateStart: Date.UTC(2026, 0, 1),
      dateEnd: Date.UTC(2027, 0, 1),
    }
    const scope = { tenantId: tenants.carpathia.id }
    const keys = source ? await idsOf(source, backend.db, scope, request, 100, backend.clock()) : []
    const rows = await source?.present(backend.db, scope, keys, backend.clock())
    const { rows: shown } = await list('query', filtered({ tenant: tenants.carpathia.id, by: 'slot' }))
    expect(rows).toEqual(shown)
    expect(rows).toHaveLength(3)
  })
})
