import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../ingestion/ingest.service'
import { by, smallFeed } from '../../../tests/support/small-feed'

let backend: TestBackend
const HOUR = 3_600_000
let start: number
const { ask, list, deliver } = smallFeed(() => backend)
beforeAll(async () => {
  backend = await testBackend()
  start = await deliver()
})
afterAll(() => backend.close())

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
