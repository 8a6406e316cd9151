import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../ingestion/ingest.service'
import type { CounterRow, EventRow, MessageRow } from './streams.contract'

let backend: TestBackend
const HOUR = 3_600_000
let start: number
beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 10 * HOUR
  const message = (smib: keyof typeof smibs, seq: number, at: number, more: object = {}) => ({
    smib_id: smibs[smib].mac,
    message_seq_nr: seq,
    server_time_nano: `${start + at}000007`,
    ...more,
  })
  const answer = await ingest(backend.deps, { tenantId: null }, [
    message('bellLink', 1, 0, {
      events: [
        { event_seq_nr: 1, code: '17' },
        { event_seq_nr: 2, code: '11', data: { door: 'main' } },
      ],
      counters: [{ meters: { '0000': 100, '0005': 1, '0041': 3 } }],
    }),
    message('bellLink', 4, HOUR, {
      events: [{ event_seq_nr: 3, code: '12' }],
      counters: [{ meters: { '0000': 900, '0001': 0, '0002': 0, '0005': 5 } }],
    }),
    message('bellLink', 2, 2 * HOUR, { counters: [{ meters: { '0000': 40 } }] }),
    message('novoline', 7, HOUR, { events: [{ event_seq_nr: 1, code: '51' }] }),
    message('harbour', 1, HOUR + 1, { events: [{ event_seq_nr: 1, code: '51' }] }),
    message('ribeira', 1, HOUR, {
      events: [{ event_seq_nr: 1, code: '51' }],
      counters: [{ meters: { '0000': 1 } }],
    }),
  ])
  expect(answer.accepted).toBe(6)
})
afterAll(() => backend.close())

interface Answer<Row> {
  rows: Row[]
  total: number
  capped?: boolean
  period: { from: number | null }
}
const ask = (name: string, body: object = {}, as: Person = 'olga') =>
  backend.json<{ data: Answer<EventRow & MessageRow & CounterRow> }>(`/api/rawdata/v1/${name}`, { as, body })
const list = async (name: string, body: object = {}, as: Person = 'olga') =>
  (await ask(name, body, as)).body.data
const by = (field: string, value: unknown) => ({ exactFields: [field], exactValues: [value] })

describe('raw data as lists', () => {
  it('are newest first, by time, message and event number, with names', async () => {
    const { rows, total } = await list('events')
    const told = rows.map(row => `${row.smib?.name} ${row.message_seq_nr} ${row.event_seq_nr} ${row.code}`)
    // What is noticed of one message has no order of its own.
    expect(told.slice(0, 2).sort()).toEqual([
      'a0b1c2d3e401 2 null counter_held',
      'a0b1c2d3e401 2 null sequence_reset',
    ])
    expect(told.slice(2)).toEqual([
      'a0b1c2d3e403 1 1 51',
      'a0b1c2d3e402 7 1 51',
      'a0b1c2d3e401 4 3 12',
      'a0b1c2d3e401 4 null sequence_gap',
      'a0b1c2d3e401 1 2 11',
      'a0b1c2d3e401 1 1 17',
    ])
    expect(total).toBe(8)
    expect(rows[6]).toMatchObject({
      server_time: start,
      server_time_nano: `${start}000007`,
      smib_id: smibs.bellLink.mac,
      slot: { _id: slots.bellLink.id, name: 'EGT-00412' },
      location: { name: 'Cluj Central' },
      tenant: { name: 'Carpathia Gaming' },
      time_zone: 'Europe/Bucharest',
      category: 'door',
      severity: 'alarm',
      data: { door: 'main' },
      gap: false,
      reset: false,
    })
    expect(
      (await list('events', { sortBy: ['server_time'], sortDirection: ['ASC'], rowsPerPage: 1, page: 1 }))
        .rows[0]?.code,
    ).toBe('11')
  })

  it('are narrowed by place, code, kind and period', async () => {
    const codes = async (body: object, as?: Person) =>
      (await list('events', body, as)).rows.map(row => row.code)
    expect((await codes(by('slot', slots.bellLink.id))).sort()).toEqual([
      '11',
      '12',
      '17',
      'counter_held',
      'sequence_gap',
      'sequence_reset',
    ])
    expect(await codes(by('smib', [smibs.novoline.id, smibs.harbour.id]))).toEqual(['51', '51'])
    expect(await codes(by('location', locations.braila.id))).toEqual(['51'])
    expect(
      await codes({ exactFields: ['tenant', 'code'], exactValues: [tenants.carpathia.id, ['11', '12']] }),
    ).toEqual(['12', '11'])
    expect(await codes(by('type', 'power'))).toEqual(['17'])
    expect((await list('events', by('type', 'power'))).period.from).toBe(backend.clock() - 31 * 24 * HOUR)
    expect(await codes({ dateStart: start + HOUR, dateEnd: start + HOUR + 1 })).toEqual([
      '51',
      '12',
      'sequence_gap',
    ])
    expect((await list('counters', by('smib', smibs.bellLink.id))).total).toBe(3)
    expect(
      (await list('messages', by('slot', slots.bellLink.id))).rows.map(row => row.message_seq_nr),
    ).toEqual([2, 4, 1])
  })

  it('of one slot or SMIB are narrowed by code, kind and severity, and count what they show', async () => {
    const told = async (place: object, field: string, value: string) => {
      const { rows, total } = await list('events', { ...place, ...by(field, value) })
      expect(rows.length).toBe(total)
      return rows.map(row => row.code)
    }
    for (const place of [{ smibid: smibs.bellLink.mac }, { type: 'slot', id: slots.bellLink.id }]) {
      expect(await told(place, 'code', '17')).toEqual(['17'])
      expect(await told(place, 'code', '51')).toEqual([])
      expect(await told(place, 'severity', 'alarm')).toEqual(['11'])
      expect(await told(place, 'category', 'power')).toEqual(['17'])
      expect(await told(place, 'severity', 'info')).toContain('12')
    }
    const both = { exactFields: ['code', 'severity'], exactValues: ['11', 'info'] }
    expect((await list('events', { smibid: smibs.bellLink.mac, ...both })).total).toBe(0)
  })

  it('of messages after a gap or a restart are found by what they tell', async () => {
    const told = async (flag: string, as?: Person) =>
      (await list('events', by('flag', flag), as)).rows.map(row => row.code)
    expect(await told('gap')).toEqual(['12', 'sequence_gap'])
    expect((await told('reset')).sort()).toEqual(['counter_held', 'sequence_reset'])
    expect(await told('gap', 'paulo')).toEqual([])
    expect((await list('events', { ...by('flag', 'gap'), dateEnd: start + HOUR })).total).toBe(0)
    const of = async (board: 'bellLink' | 'novoline', ...flags: string[]) => {
      const flagged = (extra: object) => list('events', { ...by('flag', flags), ...extra })
      const [ofSmib, ofSlot] = await Promise.all([
        flagged({ smibid: smibs[board].mac }),
        flagged({ exactFields: ['flag', 'slot'], exactValues: [flags, slots[board].id] }),
      ])
      expect(ofSlot.rows.map(row => row._id)).toEqual(ofSmib.rows.map(row => row._id))
      expect([ofSmib.total, ofSlot.total]).toEqual([ofSmib.rows.length, ofSmib.rows.length])
      return ofSmib.rows.map(row => row.code).sort()
    }
    expect(await of('bellLink', 'gap')).toEqual(['12', 'sequence_gap'])
    expect(await of('bellLink', 'gap', 'reset')).toEqual([
      '12',
      'counter_held',
      'sequence_gap',
      'sequence_reset',
    ])
    expect(await of('novoline', 'gap', 'reset')).toEqual([])
  })

  it("flag gaps and restarts of a board's numbering", async () => {
    const { rows } = await list('messages', by('smib', smibs.bellLink.id))
    expect(
      rows.map(({ message_seq_nr, gap, reset, kind }) => ({ message_seq_nr, gap, reset, kind })),
    ).toEqual([
      { message_seq_nr: 2, gap: false, reset: true, kind: 'counters' },
      { message_seq_nr: 4, gap: true, reset: false, kind: 'counters' },
      { message_seq_nr: 1, gap: false, reset: false, kind: 'counters' },
    ])
    expect((await list('events', by('slot', slots.bellLink.id))).rows[2]).toMatchObject({
      message_seq_nr: 4,
      gap: true,
    })
  })

  it('show readings with their meters and what was repaired', async () => {
    const { rows } = await list('counters', by('slot', slots.bellLink.id))
    expect(rows[0]).toMatchObject({
      meters: { coin_in: 40, coin_out: null },
      repairs: { coin_in: 'fell' },
      held: 'open',
      denomination: { minor: 1, currency: 'RON' },
      gaming_day: '2026-03-10',
    })
    expect(rows[2]).toMatchObject({ more: { '0041': 3 }, repairs: {}, held: null })
    expect((await list('counters', by('held', 'open'))).rows).toEqual([rows[0]])
  })

  it('stay inside the scope and need the permission', async () => {
    expect((await list('events', {}, 'paulo')).rows.map(row => row.slot?._id)).toEqual([slots.ribeira.id])
    expect((await list('events', by('slot', slots.bellLink.id), 'paulo')).total).toBe(0)
    expect((await list('counters', by('tenant', tenants.carpathia.id), 'paulo')).total).toBe(0)
    expect((await list('messages', by('location', locations.cluj.id), 'paulo')).total).toBe(0)
    expect((await list('events', {}, 'ana')).total).toBe(9)
    expect((await ask('events', {}, 'nora')).status).toBe(403)
  })

  it('refuse what they do not know, and count no further than 10,000', async () => {
    for (const body of [
      by('colour', 1),
      by('slot', 'x'),
      { sortBy: ['code'] },
      { page: 1001, rowsPerPage: 10 },
      { rowsPerPage: 0 },
      { dateStart: 'now' },
    ]) {
      expect((await ask('events', body)).status, JSON.stringify(body)).toBe(422)
    }
    const many = Array.from({ length: 10_050 }, (_, index) => ({ event_seq_nr: index, code: '7E' })).reduce<
      { event_seq_nr: number; code: string }[][]
    >((chunks, one, index) => {
      ;(chunks[Math.floor(index / 2000)] ??= []).push(one)
      return chunks
    }, [])
    await ingest(
      backend.deps,
      { tenantId: null },
      many.map((events, index) => ({
        smib_id: smibs.harbour.mac,
        message_seq_nr: 2 + index,
        server_time_nano: `${start + 3 * HOUR + index}000000`,
        events,
      })),
    )
    expect(await list('events', { rowsPerPage: 1 })).toMatchObject({ total: 10_000, capped: true })
    expect(
      (await list('events', { ...by('slot', slots.harbour.id), rowsPerPage: 65_000 })).rows,
    ).toHaveLength(10_000)
    expect((await list('events', { fields: ['code'], rowsPerPage: 1 })).rows[0]).toEqual({
      _id: expect.any(String),
      code: '7E',
    })
  })
})

describe('whose rows, and of when', () => {
  const total = async (name: string, body: object, as?: Person) => (await list(name, body, as)).total
  const week = { dateStart: 0 }

  it('are said as the specification says it: by smibid, by type with id, by dates, by a relative period', async () => {
    for (const name of ['events', 'messages', 'counters']) {
      const ofSmib = await total(name, by('smib', smibs.bellLink.id))
      expect(ofSmib, name).toBeGreaterThan(0)
      for (const body of [
        { smibid: smibs.bellLink.id },
        { smibid: [smibs.bellLink.id] },
        { smibid: 'A0:B1:C2:D3:E4:01' },
        { type: 'smib', id: smibs.bellLink.id },
        { type: 'slot', id: slots.bellLink.id },
      ]) {
        expect(await total(name, body), `${name} ${JSON.stringify(body)}`).toBe(ofSmib)
      }
      expect(await total(name, { type: 'location', id: locations.cluj.id }), name).toBe(
        await total(name, by('location', locations.cluj.id)),
      )
      // A tenant's, unless it says otherwise; another one's are none of this asker's.
      expect(await total(name, { id: tenants.carpathia.id }), name).toBe(await total(name, {}))
      expect(await total(name, { id: tenants.lusitania.id }), name).toBe(0)
      expect(
        await total(name, { type: 'slot', id: slots.bellLink.id, smibid: smibs.novoline.mac }),
        name,
      ).toBe(0)
      const dated = await total(name, { dateStart: start, dateEnd: start + 1 })
      expect(dated, name).toBeGreaterThan(0)
      expect(
        await total(name, {
          startDate: new Date(start).toISOString(),
          endDate: new Date(start + 1).toISOString(),
        }),
        name,
      ).toBe(dated)
      expect(await total(name, { timeRange: 'now-11h' }), name).toBe(
        await total(name, { dateStart: backend.clock() - 11 * HOUR, dateEnd: backend.clock() }),
      )
    }
    // 09:00 UTC on Wednesday: ten hours ago it was Wednesday in Bucharest (01:00), Tuesday in Lisbon (23:00).
    expect((await list('events', { timeRange: 'today' })).period.from).toBe(Date.UTC(2026, 2, 10, 22))
    expect((await list('events', { timeRange: 'today', timeZone: 'Europe/Lisbon' })).period.from).toBe(
      Date.UTC(2026, 2, 11),
    )
  })

  it('are found by names and codes, in any language of the console, every word of them', async () => {
    const found = async (query: string, body: object = {}, as?: Person) =>
      (await list('events', { query, ...week, rowsPerPage: 500, ...body }, as)).rows.map(
        row => `${row.slot?.name} ${row.code}`,
      )
    expect(new Set(await found('egt-00412'))).toEqual(
      new Set([
        'EGT-00412 17',
        'EGT-00412 11',
        'EGT-00412 12',
        'EGT-00412 counter_held',
        'EGT-00412 sequence_gap',
        'EGT-00412 sequence_reset',
      ]),
    )
    expect(await found('EGT slot door opened')).toEqual(['EGT-00412 11'])
    expect(await found('usa egt deschisa')).toEqual(await found('UȘA deschisă egt-00412'))
    expect(await found('cluj 51')).toEqual(['NOV-10077 51'])
    expect(await found('braila 51', { dateStart: start, dateEnd: start + 2 * HOUR })).toEqual([
      'AMA-55501 51',
    ])
    expect(await found('e401 power')).toEqual(['EGT-00412 17'])
    expect(await found('ribeira')).toEqual([])
    expect(await found('ribeira', {}, 'paulo')).toEqual(['NOV-20990 51'])
    expect((await list('counters', { query: 'cluj' })).total).toBe(3)
    expect((await list('messages', { query: 'novomatic', ...week })).rows.map(row => row.slot?.name)).toEqual(
      ['NOV-10077'],
    )
  })

  it('of an archived machine are left out, unless all are wanted or it is named', async () => {
    const before = await total('events', { ...week, ...by('location', locations.cluj.id) })
    await backend.db
      .updateTable('slots')
      .set({ archived_at: 1 })
      .where('id', '=', slots.novoline.id)
      .execute()
    expect(await total('events', { ...week, ...by('location', locations.cluj.id) })).toBe(before - 1)
    expect(await total('events', { ...week, ...by('location', locations.cluj.id), show_all: true })).toBe(
      before,
    )
    expect(await total('events', by('slot', slots.novoline.id))).toBe(1)
    expect(await total('events', { smibid: smibs.novoline.mac })).toBe(1)
    const { meta } = (
      await backend.json<{ data: { meta: object } }>('/api/rawdata/v1/counters', {
        as: 'olga',
        body: { meta: true, timeRange: 'now-6h' },
      })
    ).body.data
    expect(meta).toMatchObject({
      period: { from: backend.clock() - 6 * HOUR, to: backend.clock() },
      order: { by: 'server_time', direction: 'DESC' },
      without_archived: true,
      counters: expect.arrayContaining([{ name: 'coin_in', code: '0000' }]) as unknown,
    })
    await backend.db
      .updateTable('slots')
      .set({ archived_at: null })
      .where('id', '=', slots.novoline.id)
      .execute()
  })
})

// Last: it adds an event to those that are counted above.
describe('events of one’s own', () => {
  it('tell apart what SAS does not list: events of SMIBs, of this system, and codes that nobody knows', async () => {
    await ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs.novoline.mac,
        message_seq_nr: 8,
        server_time_nano: `${start + 3 * HOUR}000000`,
        events: [{ event_seq_nr: 2, code: 'E7' }],
      },
    ])
    const custom = await list('events-custom', { rowsPerPage: 100 })
    expect(custom.rows.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['E7', 'sequence_gap', 'counter_held']),
    )
    expect(custom.rows.filter(({ code }) => !/^[a-z]|^E7/.test(code))).toEqual([])
    expect((await list('events-custom', by('code', '11'))).total).toBe(0)
    expect((await list('events-custom', by('category', 'unknown'))).rows.map(({ code }) => code)).toEqual([
      'E7',
    ])
    expect((await list('events-custom', {}, 'paulo')).rows).toEqual([])
  })
})
