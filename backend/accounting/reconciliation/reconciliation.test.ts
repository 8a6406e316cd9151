/**
 * Two sides are held against each other in money, signed and without a sign, and what people say of a difference is of
 * that difference.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { counterContract, type CounterAnswer } from './reconciliation.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const HOUR = 3_600_000
const meterOf = (slot: keyof typeof slots) => `/api/configuration/v1/slot-machine-meter/${slots[slot].id}`
const ask = async <Answer>(path: string, body: object = {}, as: Person = 'mihai') =>
  backend.json<{ data: Answer; error: { code: string; fields?: Record<string, unknown> } }>(path, {
    as,
    method: 'POST',
    body,
  })
const counters = async (body: object = {}, as: Person = 'mihai') =>
  (await ask<CounterAnswer>(counterContract.path, body, as)).body.data

let sequence = 0
const tell = async (at: number, meters: Record<string, number>, events: object[] = []) => {
  const { body } = await backend.json('/api/rawdata/v1/ingest', {
    token: backend.ingestTokens.carpathia,
    body: {
      messages: [
        {
          smib_id: smibs.bellLink.mac,
          message_seq_nr: ++sequence,
          server_time_nano: `${at}000000`,
          counters: [{ meters }],
          ...(events.length > 0 && { event_seq_nr: sequence, events }),
        },
      ],
    },
  })
  expect(body.data).toMatchObject({ accepted: 1 })
}
const read = async (values: { in: number | null; out: number | null }) => {
  const { data } = (
    await backend.json<{ data: { meters: { version: number } } }>(meterOf('bellLink'), {
      as: 'mihai',
    })
  ).body
  const answer = await ask(`${meterOf('bellLink')}/reading`, {
    jackpot: null,
    ...values,
    version: data.meters.version,
    read_at: backend.clock(),
  })
  expect(answer.status).toBe(200)
}
/** What the explanation is said of. */
const explanations = async () =>
  (
    await backend.json<{
      data: { explanations: { compared_to: number; explanations: { holds: boolean }[] } }
    }>(`${meterOf('bellLink')}/explanation`, { as: 'mihai' })
  ).body.data.explanations
const short = ({ rows }: CounterAnswer) =>
  rows
    .filter(({ counter }) => counter !== null)
    .map(({ counter, mechanical, electronic, difference, absolute, verdict, reason }) => [
      counter,
      mechanical,
      electronic,
      difference,
      absolute,
      verdict,
      reason,
    ])

describe('mechanical counters against meters', () => {
  it('differ with a sign and without, so that −37 and +37 are 0 and 74', async () => {
    await tell(backend.clock(), { '0024': 10_000, '0016': 4_000 })
    await read({ in: 1_000, out: 500 })
    backend.clock.advance(HOUR)
    await tell(backend.clock(), { '0024': 12_000, '0016': 4_500 })
    // 37 too little in, 37 too much out; an impulse is worth one ban.
    await read({ in: 2_963, out: 1_037 })
    const answer = await counters()
    expect(short(answer)).toEqual([
      ['in', 1_963, 2_000, -37, 37, 'beyond', 'missing'],
      ['out', 537, 500, 37, 37, 'beyond', 'missing'],
    ])
    expect(answer.totals).toEqual([
      {
        currency: 'RON',
        mechanical: null,
        electronic: null,
        difference: 0,
        absolute: 74,
        beyond: 2,
        unexplained: 2,
      },
    ])
    // Half a per cent of 2,000 is 10.
    expect(answer.rows.find(({ counter }) => counter === 'in')?.tolerance).toBe(10)
    expect(answer.rows.filter(({ verdict }) => verdict === 'never_read').map(({ name }) => name)).toEqual([
      'AMA-55501',
      'NOV-10077',
    ])
    const outside = await counters({ show: 'outside', rows: 1 })
    expect(short(outside)).toEqual(short(answer).slice(0, 1))
    expect(outside).toMatchObject({
      outside: { rows: 2, of: answer.rows.length },
      left_out: 1,
      totals: answer.totals,
    })
    expect((await ask(counterContract.path, { by: 'counter', show: 'outside' })).status).toBe(422)
    const byCounter = await counters({ by: 'counter' })
    expect(byCounter.rows.map(({ key, difference, absolute }) => [key, difference, absolute])).toEqual([
      ['in', -37, 37],
      ['out', 37, 37],
    ])
    const byLocation = await counters({ by: 'location' })
    expect(
      byLocation.rows.map(({ name, difference, absolute, mechanical }) => [
        name,
        difference,
        absolute,
        mechanical,
      ]),
    ).toEqual([
      ['Brăila Port', null, null, null],
      ['Cluj Central', 0, 74, null],
    ])
  })

  it('are explained with a code, which holds as long as the difference does', async () => {
    const explain = (body: object, as: Person = 'mihai') =>
      ask(`${meterOf('bellLink')}/explanation`, body, as)
    const { compared_to: version } = await explanations()
    expect((await explain({ version, code: 'other' })).body.error.fields).toHaveProperty('note')
    expect((await explain({ version: version - 1, code: 'misread' })).body.error.code).toBe(
      'version_conflict',
    )
    expect((await explain({ version, code: 'misread' }, 'olga')).status).toBe(403)
    expect((await explain({ version, code: 'misread' }, 'paulo')).status).toBe(404)
    expect(
      (await ask(`${meterOf('novoline')}/explanation`, { version, code: 'misread' })).body.error.code,
    ).toBe('nothing_compared')
    expect((await explain({ version, code: 'misread', note: 'Two digits swapped' })).status).toBe(200)
    const told = await counters()
    expect(short(told).map(one => one.at(-1))).toEqual(['misread', 'misread'])
    expect(told.totals[0]).toMatchObject({ beyond: 2, unexplained: 0 })
    const entries = await backend.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('entity', '=', 'slot_meters')
      .where('action', '=', 'explain')
      .execute()
    expect(entries).toHaveLength(1)
    // A reading later the counters differ by something else, and the reason is asked for again.
    backend.clock.advance(HOUR)
    await tell(backend.clock(), { '0024': 13_000, '0016': 4_500 })
    await read({ in: 3_000, out: null })
    expect(short(await counters()).map(one => one.at(-1))).toEqual(['outdated', 'outdated'])
    expect((await explanations()).explanations.map(({ holds }) => holds)).toEqual([false])
  })

  it('are of the tenant, of one location where asked, and not for everybody', async () => {
    expect((await counters({}, 'paulo')).rows.map(({ name }) => name)).toEqual(['NOV-20990'])
    expect((await ask(counterContract.path, { location: locations.cluj.id }, 'paulo')).status).toBe(404)
    expect((await ask(counterContract.path, {}, 'nora')).status).toBe(403)
    expect((await counters({ location: locations.braila.id })).rows.map(({ name }) => name)).toEqual([
      'AMA-55501',
    ])
    expect((await counters({ rows: 1 })).left_out).toBeGreaterThan(0)
  })
})
