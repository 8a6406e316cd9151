/**
 * Cash collections: what the bill meter says must be there, what was counted, and what is done where the two differ.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../../telemetry/ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/fiscal-reports/v1'
let seq = 0
/** Of Bell Link in Cluj, whose credit is worth 1 ban. */
const bills = (credits: number) =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs.bellLink.mac,
      message_seq_nr: ++seq,
      server_time_nano: `${backend.clock()}000000`,
      counters: [{ meters: { '000B': credits, '0000': credits } }],
    },
  ])
const collect = async (body: object, as: Person = 'mihai', headers: Record<string, string> = {}) => {
  backend.clock.advance(60_000)
  const answer = await backend.json(`${base}/collector-checkpoint`, {
    as,
    headers,
    body: { slot: slots.bellLink.id, counted: [{ minor: 1_000, count: 0 }], ...body },
  })
  return {
    status: answer.status,
    error: answer.body.error,
    row: answer.body.data?.['collector-checkpoint'] as Record<string, never>,
  }
}
const actual = async (as: Person = 'mihai', slot: string = slots.bellLink.id) => {
  const { status, body } = await backend.json(`${base}/actual-cash-for-slot/${slot}`, { as })
  return { status, cash: body.data?.cash as Record<string, unknown> }
}
const lei = (minor: number) => ({ minor, currency: 'RON' })

describe('a collection', () => {
  it('is an opening at first, and is then compared with the bills since the one before', async () => {
    expect((await actual()).cash).toMatchObject({ expected: null, unknown_because: 'no_reading', last: null })
    await bills(50_000)
    const first = await collect({ counted: [{ minor: 5_000, count: 10 }], bag: 'S-1' })
    expect(first.row).toMatchObject({
      number: 'EGT-00412/1',
      state: 'unknown',
      unknown_because: 'first',
      opening: null,
      closing: lei(50_000),
      actual: lei(50_000),
      collected_by: 'Mihai Ionescu',
    })
    await bills(80_000)
    expect((await actual()).cash).toMatchObject({
      opening: lei(50_000),
      closing: lei(80_000),
      expected: lei(30_000),
      last: { number: 'EGT-00412/1' },
    })
    const second = await collect({
      counted: [
        { minor: 10_000, count: 2 },
        { minor: 20_000, count: 0 },
        { minor: 5_000, count: 2 },
      ],
    })
    expect(second.row).toMatchObject({
      number: 'EGT-00412/2',
      state: 'matches',
      closing_age: 60_000,
      closing_state: 'fresh',
      expected: lei(30_000),
      difference: lei(0),
      counted: [
        { minor: 10_000, count: 2 },
        { minor: 5_000, count: 2 },
      ],
    })
    // The meters of that moment are kept as evidence.
    const kept = await backend.db
      .selectFrom('checkpoints')
      .select(['reason', 'slot_id'])
      .where('kind', '=', 'collection')
      .execute()
    expect(kept.map(one => one.reason)).toEqual(['EGT-00412/1', 'EGT-00412/2'])
    const { body } = await backend.json(`/api/checkpoints/v1/checkpoint/${String(second.row.checkpoint)}`, {
      as: 'mihai',
    })
    expect(body.data).toMatchObject({
      checkpoint: { kind: 'collection', reason: 'EGT-00412/2', bills_in: 80_000 },
      previous: { reason: 'EGT-00412/1' },
      collection: { _id: second.row._id, name: 'EGT-00412/2' },
    })
    const entries = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'collector-checkpoint')
      .execute()
    expect(entries).toEqual([{ action: 'create' }, { action: 'create' }])
  })

  it('that differs by more than is allowed needs a reason, and then says by how much', async () => {
    await bills(100_000)
    const silent = await collect({ counted: [{ minor: 5_000, count: 3 }] })
    expect(silent).toMatchObject({ status: 422, error: { fields: { reason: [{ code: 'cash_short' }] } } })
    const told = await collect({
      counted: [{ minor: 5_000, count: 3 }],
      reason: 'A torn note was thrown away',
    })
    expect(told.row).toMatchObject({ state: 'short', difference: lei(-5_000), tolerance: lei(1_000) })
    await bills(110_000)
    expect((await collect({ counted: [{ minor: 500, count: 22 }] })).row).toMatchObject({
      state: 'matches',
      difference: lei(1_000),
    })
  })

  it('says how old its closing reading was, and so does the checkpoint of that moment', async () => {
    backend.clock.advance(3 * 3_600_000)
    const { row } = await collect({})
    // What was read for the collection before, which came a minute later; this one a minute more than three hours after
    // that.
    const age = 3 * 3_600_000 + 2 * 60_000
    expect(row).toMatchObject({ closing_age: age, closing_state: 'stale' })
    const { body } = await backend.json(`/api/checkpoints/v1/checkpoint/${String(row.checkpoint)}`, {
      as: 'mihai',
    })
    expect(body.data).toMatchObject({
      checkpoint: { reading_age: age, reading_state: 'stale' },
      previous: { reading_age: 60_000, reading_state: 'fresh' },
    })
  })

  it('is not put between two others, nor into the future, nor at a time that the clock skipped', async () => {
    const at = async (collected_at: string) => (await collect({ collected_at })).error.fields.collected_at
    expect(await at('2026-03-11T10:30')).toMatchObject([{ code: 'before_last_collection' }])
    expect(await at('2030-01-01T10:00')).toMatchObject([{ code: 'in_the_future' }])
    expect(await at('2027-03-28T03:30')).toMatchObject([{ code: 'invalid' }])
  })

  it('says nothing of cash where readings of the bill meter are in doubt', async () => {
    await bills(500)
    expect((await collect({})).row).toMatchObject({ state: 'unknown', unknown_because: 'in_doubt' })
  })

  it('is made once however often it is sent', async () => {
    const headers = { 'idempotency-key': 'collection-0001' }
    const body = { bag: 'once', reason: 'Stacker was changed' }
    const [one, again] = [await collect(body, 'mihai', headers), await collect(body, 'mihai', headers)]
    expect(again.row).toEqual(one.row)
    const list = await backend.json(`${base}/collector-checkpoints`, {
      as: 'mihai',
      body: { exactFields: ['bag'], exactValues: ['once'] },
    })
    expect(list.body.data.total).toBe(1)
  })

  it('has only notes that the currency has, each once', async () => {
    const refused = async (slot: string, counted: object[], as: Person) =>
      (await collect({ slot, counted }, as)).error.fields
    expect(await refused(slots.ribeira.id, [{ minor: 100, count: 1 }], 'paulo')).toMatchObject({
      counted: [{ code: 'no_such_note' }],
    })
    const twice = [
      { minor: 500, count: 1 },
      { minor: 500, count: 2 },
    ]
    expect(await refused(slots.bellLink.id, twice, 'mihai')).toMatchObject({
      counted: [{ code: 'repeated' }],
    })
  })

  it('is part of a round through its location, which knows what is still to be emptied', async () => {
    const round = async (as: Person) => backend.json(`${base}/collection-round/${locations.cluj.id}`, { as })
    const { slots: found, counted } = (await round('mihai')).body.data.round as {
      slots: { slot: { name: string }; is_collected: boolean; last: object | null }[]
      counted: object[]
    }
    expect(found.map(one => [one.slot.name, one.is_collected, one.last !== null])).toEqual([
      ['EGT-00412', true, true],
      ['NOV-10077', false, false],
    ])
    expect(counted).toMatchObject([{ currency: 'RON' }])
    expect((await round('paulo')).status).toBe(404)
  })

  it('is nobody else’s: not of another tenant, and not made by an auditor', async () => {
    expect((await collect({}, 'paulo')).status).toBe(422)
    expect((await actual('paulo')).status).toBe(404)
    expect((await collect({}, 'andrei')).status).toBe(403)
    const seen = await backend.json(`${base}/collector-checkpoints`, { as: 'paulo', body: {} })
    expect(seen.body.data.total).toBe(0)
  })
})
