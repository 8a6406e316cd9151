import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slots, smibs, tenants, wednesday, type Person } from '../../../tests/people'
import { compareDue } from './meter-comparisons.service'
import type { SlotMeters } from './meters.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Answer {
  data: { meters: SlotMeters; rows: { serial: string; verdict: string }[]; total: number }
  error: { code: string; fields?: Record<string, { code: string }[]>; details: { current: SlotMeters } }
}
const MINUTE = 60_000
const meter = `/api/configuration/v1/slot-machine-meter/${slots.bellLink.id}`
const call = async (as: Person, method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await backend.json<Answer>(path, { as, method, body })
  return { status, ...answer }
}
const read = async () =>
  (await call('mihai', 'GET', `/api/configuration/v1/slot-machine-meters/${slots.bellLink.id}`)).data.meters
const enter = async (as: Person, values: object) =>
  call(as, 'POST', `${meter}/reading`, {
    in: null,
    out: null,
    jackpot: null,
    version: (await read()).version,
    read_at: backend.clock(),
    ...values,
  })
const kinds = ({ meters }: SlotMeters) => Object.fromEntries(meters.map(one => [one.kind, one]))

let sequence = 0
const tell = async (at: number, meters: Record<string, number>) =>
  backend.json('/api/rawdata/v1/ingest', {
    token: backend.ingestTokens.carpathia,
    body: {
      messages: [
        {
          smib_id: smibs.bellLink.mac,
          message_seq_nr: ++sequence,
          server_time_nano: `${at}000000`,
          counters: [{ meters }],
        },
      ],
    },
  })

describe('mechanical counters', () => {
  it('count one credit to the impulse until somebody says otherwise', async () => {
    expect(await read()).toMatchObject({
      version: 0,
      price_per_impulse_minor: 1,
      currency: 'RON',
      readings: [],
      compared_from: null,
    })
    const saved = await call('mihai', 'PUT', meter, {
      version: 0,
      price_per_impulse_minor: 10,
      factor_in: 10,
      factor_out: 10,
      factor_jackpot: 100,
      reason: 'As the type approval says',
    })
    expect(saved.data.meters).toMatchObject({ version: 1, price_per_impulse_minor: 10 })
    expect(
      await call('mihai', 'PUT', meter, {
        version: 0,
        price_per_impulse_minor: 10,
        factor_in: 1,
        factor_out: 1,
        factor_jackpot: 1,
        reason: 'Late',
      }),
    ).toMatchObject({ status: 409, error: { details: { current: { version: 1 } } } })
    expect(
      (
        await call('mihai', 'PUT', meter, {
          version: 1,
          price_per_impulse_minor: 0,
          factor_in: 0,
          factor_out: 1.5,
          factor_jackpot: 1,
        })
      ).error.fields,
    ).toMatchObject({
      price_per_impulse_minor: [{ code: 'too_small' }],
      factor_in: [{ code: 'too_small' }],
      factor_out: [{ code: 'not_whole' }],
    })
    expect((await call('mihai', 'PUT', meter, { factor_in: 20 })).error.fields).toEqual({
      reason: [{ code: 'required' }],
    })
  })

  it('are compared with the electronic meters to the leu, between readings at any minute', async () => {
    await tell(wednesday, { '0024': 99_999_000, '0016': 5_000, '0002': 0 })
    backend.clock.set(wednesday + 7 * MINUTE)
    await enter('olga', { in: 1_000, out: 500 })
    // 600 lei in and 250 lei out, across an hour, and across the eight digits of the electronic meter.
    backend.clock.set(wednesday + 90 * MINUTE)
    await tell(wednesday + 30 * MINUTE, { '0024': 20_000, '0016': 15_000, '0002': 0 })
    await tell(wednesday + 70 * MINUTE, { '0024': 59_000, '0016': 30_000, '0002': 0 })
    await enter('olga', { in: 1_563, out: 750 })
    backend.clock.set(wednesday + 95 * MINUTE)
    await tell(wednesday + 95 * MINUTE, { '0024': 70_000, '0016': 30_000, '0002': 0 })
    const meters = await read()
    expect(kinds(meters).in).toMatchObject({
      index: 1_563,
      sas_credits: 70_000,
      sas_minor: 70_000,
      mechanical_minor: 56_300,
      electronic_minor: 60_000,
      difference_minor: -3_700,
    })
    expect(kinds(meters).out).toMatchObject({
      mechanical_minor: 25_000,
      electronic_minor: 25_000,
      difference_minor: 0,
    })
    expect(kinds(meters).jackpot).toMatchObject({
      index: null,
      mechanical_minor: null,
      difference_minor: null,
    })
    expect(meters).toMatchObject({
      compared_from: wednesday + 7 * MINUTE,
      compared_to: wednesday + 90 * MINUTE,
    })
    expect(meters.readings.map(one => [one.in, one.entered_by, one.baseline])).toEqual([
      [1_563, 'Olga Rusu', false],
      [1_000, 'Olga Rusu', true],
    ])
  })

  it('are not repriced by a later factor', async () => {
    const before = kinds(await read()).in
    await call('mihai', 'PUT', meter, {
      version: (await read()).version,
      price_per_impulse_minor: 50,
      factor_in: 10,
      factor_out: 10,
      factor_jackpot: 100,
      reason: 'New counter type',
    })
    expect(kinds(await read()).in).toMatchObject({ mechanical_minor: before?.mechanical_minor })
  })

  it('may fall for a reason only, and are compared anew from there', async () => {
    backend.clock.advance(MINUTE)
    expect((await enter('olga', { in: 12, out: 800 })).error.fields).toEqual({
      reason: [{ code: 'reason_for_fall' }],
    })
    expect(
      (await enter('olga', { in: 12, out: 800, reason: 'Counter exchanged after a fault' })).data.meters,
    ).toMatchObject({
      compared_from: null,
      readings: [{ baseline: true, reason: 'Counter exchanged after a fault' }, {}, {}],
    })
  })

  it('are read in order, once at a time, and not in the future', async () => {
    const { version } = await read()
    expect((await enter('olga', { in: 20, read_at: backend.clock() + 3_600_000 })).error.fields).toEqual({
      read_at: [{ code: 'in_future' }],
    })
    expect((await enter('olga', { in: 20, read_at: wednesday })).error.fields).toEqual({
      read_at: [{ code: 'before_last_reading' }],
    })
    expect((await enter('olga', {})).error.fields).toMatchObject({ in: [{ code: 'required' }] })
    expect((await enter('olga', { in: 100_000_000 })).error.fields).toMatchObject({
      in: [{ code: 'too_big' }],
    })
    backend.clock.advance(MINUTE)
    expect((await enter('olga', { in: 20, version })).status).toBe(200)
    expect(await enter('olga', { in: 21, version })).toHaveProperty('error.details.saved.by.kind', 'user')
  })

  it('leave a trace, and belong to their tenant', async () => {
    const log = await backend.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name'])
      .where('entity', '=', 'slot_meters')
      .where('entity_id', '=', slots.bellLink.id)
      .orderBy('seq')
      .execute()
    expect(log.map(one => one.action)).toEqual([
      'update',
      'reading',
      'reading',
      'update',
      'reading',
      'reading',
    ])
    expect((await call('paulo', 'GET', meter)).status).toBe(404)
    expect(
      (
        await call('paulo', 'POST', `${meter}/reading`, {
          in: 1,
          out: null,
          jackpot: null,
          version: 0,
          read_at: wednesday,
        })
      ).status,
    ).toBe(404)
    expect((await enter('andrei', { in: 30 })).status).toBe(403)
    expect(
      (
        await call('olga', 'PUT', meter, {
          version: 1,
          price_per_impulse_minor: 1,
          factor_in: 1,
          factor_out: 1,
          factor_jackpot: 1,
          reason: 'Not hers',
        })
      ).status,
    ).toBe(403)
  })

  const list = (as: Person, body: object = {}) =>
    call(as, 'POST', '/api/settings/v1/mechanical-meters', {
      sortBy: ['serial'],
      sortDirection: ['ASC'],
      ...body,
    })

  it('of all machines are one list, read or not, each tenant its own', async () => {
    expect((await list('mihai')).data.rows.map(row => [row.serial, row.verdict])).toEqual([
      [slots.harbour.serial, 'not_compared'],
      [slots.bellLink.serial, expect.any(String)],
      [slots.novoline.serial, 'not_compared'],
    ])
    expect((await list('mihai', { query: 'nov' })).data).toMatchObject({
      total: 1,
      rows: [{ mech_in: null, set_at: null, factor_in: 1, price_per_impulse_minor: 1 }],
    })
    expect(
      (await list('ana', { exactFields: ['tenant'], exactValues: [tenants.carpathia.id] })).data.total,
    ).toBe(3)
    expect((await list('paulo')).data.rows.map(row => row.serial)).toEqual([slots.ribeira.serial])
    expect((await list('nora')).status).toBe(403)
    expect((await list('mihai', { exactFields: ['colour'], exactValues: ['red'] })).status).toBe(422)
  })

  it('are told in the list to differ, and no more once the missing readings have come', async () => {
    backend.clock.set(wednesday + 30 * 60 * MINUTE)
    const start = backend.clock() - 25 * 60 * MINUTE
    await tell(start - MINUTE, { '0024': 70_000, '0016': 30_000, '0002': 0 })
    await enter('olga', { in: 3, out: 900, read_at: start, reason: 'Exchanged once more' })
    const { version } = await read()
    await call('mihai', 'PUT', meter, {
      version,
      price_per_impulse_minor: 50,
      factor_in: 1,
      factor_out: 1,
      factor_jackpot: 1,
      reason: 'As the plate says',
    })
    await enter('olga', { in: 13, out: 900, read_at: backend.clock() })
    expect(
      (await list('mihai', { exactFields: ['verdict'], exactValues: ['differs'] })).data.rows,
    ).toMatchObject([
      {
        serial: slots.bellLink.serial,
        mech_in: 13,
        set_at: backend.clock(),
        difference_in: { minor: 500, currency: 'RON' },
        difference_out: { minor: 0 },
        difference_jackpot: null,
        compared_at: backend.clock(),
      },
    ])
    // The SMIB was away when the counters were read: 5 lei come a quarter of an hour later.
    await tell(start + 60 * MINUTE, { '0024': 70_500, '0016': 30_000, '0002': 0 })
    expect(await compareDue(backend.deps)).toBe(0)
    backend.clock.advance(16 * MINUTE)
    expect(await compareDue(backend.deps)).toBe(1)
    expect((await list('mihai', { query: 'EGT' })).data.rows).toMatchObject([
      { verdict: 'agrees', difference_in: { minor: 0 }, compared_at: backend.clock() },
    ])
  })

  it('lose nothing of a meter that the reading before leaves out', async () => {
    const start = backend.clock()
    backend.clock.advance(10 * MINUTE)
    await tell(start + MINUTE, { '0024': 70_600, '0016': 30_000 })
    await tell(start + 2 * MINUTE, { '0000': 500 })
    await enter('olga', { in: 14, out: 900, read_at: start + 3 * MINUTE })
    const before = kinds(await read()).in?.electronic_minor
    await tell(start + 4 * MINUTE, { '0024': 71_000 })
    await enter('olga', { in: 14, out: 900, read_at: start + 5 * MINUTE })
    expect(kinds(await read()).in?.electronic_minor).toBe(Number(before) + 400)
  })
})
