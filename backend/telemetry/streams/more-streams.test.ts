/** Readings in other ways, slot data, logs, missing ranges and the time log, as an integrator asks for them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { LogicRow, MeterRow, VirtualRow } from './counter-streams.contract'
import { ingest } from '../ingestion/ingest.service'
import type { GapRow, LogRow, SlotDataRow, TimelogRow } from './records.contract'

let backend: TestBackend
const HOUR = 3_600_000
let start: number
const messageAt = (seq: number, at: number, more: object = {}) => ({
  smib_id: smibs.bellLink.mac,
  message_seq_nr: seq,
  event_seq_nr: seq,
  server_time_nano: `${start + at}000000`,
  ...more,
})
const send = (...messages: object[]) => ingest(backend.deps, { tenantId: null }, messages)
const meters = (coinIn: number, more: object = {}) => [
  { meters: { '0000': coinIn, '0001': 0, '0002': 0, '0005': 10, ...more } },
]

beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 10 * HOUR
  const answer = await send(
    messageAt(1, 0, { counters: meters(99_999_900, { '0041': 3, '00A0': 1_234 }) }),
    messageAt(2, HOUR, {
      counters: meters(40),
      slot_data: { serial: 'EGT-00412', sas_version: '6.02', games: 12, progressive: true },
      logs: [
        { level: 'info', text: 'Firmware 4.2.1 started', source: 'boot' },
        { level: 'error', text: 'CRC error on long poll 2F', source: 'sas', at: start + HOUR + 1 },
      ],
    }),
    messageAt(5, 2 * HOUR, {
      events: [
        { event_seq_nr: 1, code: '11', at: start + 2 * HOUR - 60_000 },
        { event_seq_nr: 2, code: '12' },
        { event_seq_nr: 3, code: 'F3' },
        { event_seq_nr: 4, code: '51' },
      ],
      counters: meters(140),
    }),
  )
  expect(answer.accepted).toBe(3)
})
afterAll(() => backend.close())

interface Answer<Row> {
  rows: Row[]
  total: number
  [member: string]: unknown
}
const ask = async <Row>(path: string, body: object = {}, as: Person = 'olga') =>
  backend.json<{ data: Answer<Row>; error?: { fields?: object } }>(`/api/${path}`, { as, body })
const list = async <Row>(path: string, body: object = {}, as?: Person) =>
  (await ask<Row>(path, body, as)).body.data
const by = (field: string, value: unknown) => ({ exactFields: [field], exactValues: [value] })

describe('counters', () => {
  it('answer with the names of the specification, raw value and money beside each other', async () => {
    const answer = await list<{ meters: object; money: object }>('rawdata/v1/counters', { meta: true })
    expect(answer.total_counters).toBe(3)
    expect(answer.counters).toEqual(answer.rows)
    expect(answer.meta).toMatchObject({
      counters: expect.arrayContaining([{ name: 'coin_in', code: '0000' }]),
    })
    expect(answer.rows[0]).toMatchObject({
      meters: { coin_in: 140 },
      money: { coin_in: { minor: 140, currency: 'RON' }, ticket_in: null },
      gap: true,
      late: true,
    })
    expect(answer.rows[0]?.money).not.toHaveProperty('games_played')
    expect(await list('rawdata/v1/counters', { fields: ['meters'] })).not.toHaveProperty('counters')
  })

  it('are narrowed by game, meter and flag', async () => {
    const total = async (body: object) => (await list('rawdata/v1/counters', body)).total
    expect(await total(by('gameNr', 0))).toBe(3)
    expect(await total(by('gameNr', 4))).toBe(0)
    expect(await total(by('meterId', '00a0'))).toBe(1)
    expect(await total(by('meterId', '0000'))).toBe(3)
    expect(await total(by('flag', 'gap'))).toBe(1)
    expect(await total(by('flag', ['gap', 'late']))).toBe(3)
    expect(await total(by('flag', 'reset'))).toBe(0)
    expect(await total({ exactFields: ['flag', 'slot'], exactValues: ['gap', slots.bellLink.id] })).toBe(1)
  })

  it('never fall as virtual counters, and are computed of these as logic counters', async () => {
    const virtual = await list<VirtualRow>('rawdata/v1/counters-virtual')
    expect(virtual.rows.map(row => row.meters.coin_in)).toEqual([100_000_140, 100_000_040, 99_999_900])
    const [logic] = (await list<LogicRow>('rawdata/v1/counters-logic')).rows
    expect(logic).toMatchObject({
      net_win: { minor: 100_000_140, currency: 'RON' },
      games_played: 10,
      rtp: 0,
      hold: 10_000,
      average_bet: { minor: 10_000_014 },
    })
  })
})

describe('message meters', () => {
  it('tell each meter by its code, as it was read and in money', async () => {
    const answer = await list<MeterRow>('rawdata/v1/meters', { dateStart: start, dateEnd: start + 1 })
    expect(answer.meter_ids).toEqual(['0000', '0001', '0002', '0005', '0041', '00A0'])
    expect(answer.meters).toContainEqual({ id: '0041', name: '0041', unit: 'count' })
    expect(answer.min_reaggregate_time).toBe(start)
    expect(answer.rows[0]?.meters_uint).toContainEqual({
      id: '0000',
      value: 99_999_900,
      details: { name: 'coin_in', unit: 'credits', currency: 'RON' },
    })
    expect(answer.rows[0]?.meters_float).toContainEqual({
      id: '00A0',
      value: 12.34,
      details: { name: '00A0', unit: 'cents', currency: 'RON' },
    })
  })
})

describe('slot data and logs', () => {
  it('come with a message, last arrived first, by interface', async () => {
    const { rows } = await list<SlotDataRow>('rawdata/v1/slotdata', by('interfaceID', smibs.bellLink.mac))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      interfaceID: smibs.bellLink.mac,
      receivedDate: backend.clock(),
      sent_at: start + HOUR,
      serial: 'EGT-00412',
      games: 12,
      data: { progressive: true },
      slot: { name: 'EGT-00412' },
      late: true,
    })
    expect((await list('rawdata/v1/slotdata', by('interfaceID', smibs.novoline.mac))).total).toBe(0)
  })

  it('are asked for by level, and by SMIB', async () => {
    const texts = async (path: string, body: object = {}) =>
      (await list<LogRow>(`rawdata/v1/${path}`, body)).rows.map(row => row.text)
    expect(
      await texts('logs', { smibid: smibs.bellLink.mac, sortBy: ['smib_id'], sortDirection: ['DESC'] }),
    ).toEqual(['CRC error on long poll 2F', 'Firmware 4.2.1 started'])
    expect(await texts('log-errors')).toEqual(['CRC error on long poll 2F'])
    expect(await texts('logs', by('level', 'info'))).toEqual(['Firmware 4.2.1 started'])
  })

  it('change nothing when they arrive twice, and are refused when they are too wide', async () => {
    const line = { level: 'info', text: 'once' }
    const one = messageAt(6, 3 * HOUR, { logs: [line], slot_data: { serial: 'X' } })
    expect(await send(one)).toMatchObject({ accepted: 1 })
    expect(await send(one)).toMatchObject({ duplicates: 1 })
    expect((await list('rawdata/v1/logs', by('source', 'none'))).total).toBe(0)
    expect((await list<LogRow>('rawdata/v1/logs')).rows.filter(row => row.text === 'once')).toHaveLength(1)
    const wide = Object.fromEntries(Array.from({ length: 65 }, (_, nr) => [`m${nr}`, nr]))
    for (const bad of [
      { logs: [{ level: 'loud', text: 'x' }] },
      { logs: [{ level: 'info', text: 'x'.repeat(501) }] },
      { logs: Array.from({ length: 201 }, () => line) },
      { slot_data: wide },
      { slot_data: { serial: { nested: true } } },
    ])
      expect((await send(messageAt(7, 3 * HOUR, bad))).verdicts).toMatchObject([{ code: 'malformed' }])
  })
})

describe('gaps', () => {
  it('say what is missing, and what filled them when it arrives', async () => {
    const gapOf = async (body: object = {}) => (await list<GapRow>('rawdata/v1/gaps', body)).rows
    expect(await gapOf(by('location', locations.cluj.id))).toMatchObject([
      {
        missing_from: 3,
        missing_to: 4,
        missing: 2,
        state: 'open',
        filled: 0,
        smib: { name: smibs.bellLink.mac },
      },
    ])
    await send(messageAt(3, HOUR + 10), messageAt(4, HOUR + 20))
    expect(await gapOf(by('state', 'open'))).toEqual([])
    const [filled] = await gapOf({ smibid: smibs.bellLink.mac })
    expect(filled).toMatchObject({
      state: 'filled',
      filled_at: backend.clock(),
      missing_from: 3,
      missing_to: 4,
      missing: 2,
      filled: 2,
      filled_from: 3,
      filled_to: 4,
    })
  })
})

describe('the time log', () => {
  it('tells spans with both ends, and which still last', async () => {
    const { rows } = await list<TimelogRow>('timelog/v1/timelog', {
      exactFields: ['type', 'resourceId', 'start_time', 'end_time'],
      exactValues: ['slot', slots.bellLink.id, start, start + 3 * HOUR],
    })
    expect(rows.map(({ kind, code, state, duration }) => ({ kind, code, state, duration }))).toEqual([
      { kind: 'handpay', code: '51', state: 'open', duration: 8 * HOUR },
      { kind: 'door', code: '11', state: 'ended', duration: 60_000 },
    ])
    expect((await list('timelog/v1/timelog', by('kind', 'door'))).total).toBe(1)
    const until = (end: number) =>
      ask('timelog/v1/timelog', { exactFields: ['end_time'], exactValues: [end] })
    // Before anything was ever told; and no moment at all.
    expect((await until(Date.UTC(1900, 0, 1))).status).toBe(200)
    expect((await until(Number.MIN_SAFE_INTEGER)).status).toBe(422)
    expect(
      (
        await ask('timelog/v1/timelog', {
          exactFields: ['start_time', 'end_time'],
          exactValues: [start + 1, start],
        })
      ).status,
    ).toBe(422)
  })
})

describe('every stream', () => {
  const paths = [
    'rawdata/v1/counters',
    'rawdata/v1/counters-virtual',
    'rawdata/v1/counters-logic',
    'rawdata/v1/meters',
    'rawdata/v1/slotdata',
    'rawdata/v1/logs',
    'rawdata/v1/log-errors',
    'rawdata/v1/gaps',
    'timelog/v1/timelog',
  ]
  it.each(paths)(
    '%s stays with its tenant, and refuses a period that is reversed or too wide',
    async path => {
      expect((await list(path, {}, 'paulo')).total).toBe(0)
      expect((await list(path, { type: 'tenant', id: tenants.carpathia.id }, 'paulo')).total).toBe(0)
      const refusal = async (body: object) => {
        const { status, body: answer } = await ask(path, body)
        return [status, answer.error?.fields]
      }
      expect(await refusal({ dateStart: start, dateEnd: start })).toEqual([
        422,
        { dateEnd: [expect.objectContaining({ code: 'not_after_start' })] },
      ])
      expect(await refusal({ dateStart: start - 500 * 24 * HOUR, dateEnd: start })).toEqual([
        422,
        { dateEnd: [expect.objectContaining({ code: 'period_too_long', params: { days: 400 } })] },
      ])
      expect((await ask(path, { dateStart: '2026-03-29T03:30' })).status).toBe(422)
    },
  )
})

describe('logic counters', () => {
  it('say nothing of what a reading leaves out though its slot tells it at other times, nor of one in doubt', async () => {
    const smib_id = smibs.novoline.mac
    const at = (seq: number, minutes: number, told: Record<string, number>) => ({
      smib_id,
      message_seq_nr: seq,
      server_time_nano: `${start + minutes * 60_000}000000`,
      counters: [{ game_nr: 0, meters: told }],
    })
    const answer = await ingest(backend.deps, { tenantId: null }, [
      at(1, 0, { '0000': 5_000, '0001': 4_000, '0002': 0, '0003': 0 }),
      at(2, 15, { '0000': 5_100 }),
      at(3, 30, { '0000': 5_200, '0001': 4_100, '0002': 0, '0003': 0 }),
      at(4, 45, { '0000': 5_190, '0001': 4_110, '0002': 0, '0003': 0 }),
    ])
    expect(answer.accepted).toBe(4)
    const { rows } = await list<LogicRow>('rawdata/v1/counters-logic', by('smib', smibs.novoline.id))
    expect(rows.map(row => row.net_win?.minor ?? null)).toEqual([null, 1_100, null, 1_000])
  })
})
