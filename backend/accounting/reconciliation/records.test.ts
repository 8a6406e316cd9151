/** What slots and providers report one by one is held against the meter of the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { recordContract, type RecordAnswer } from './reconciliation.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const HOUR = 3_600_000
const ask = (body: object, as: Person = 'mihai') =>
  backend.json<{ data: RecordAnswer }>(recordContract.path, { as, method: 'POST', body })

describe('what was reported one by one', () => {
  const day = '2026-03-10'
  const records = async (body: object = {}, as: Person = 'mihai') =>
    (await ask({ from: day, to: day, ...body }, as)).body.data

  it('is held against the meter of the same, and says where nothing can be compared', async () => {
    const one = {
      ...noMovement,
      slot_id: slots.harbour.id,
      location_id: locations.braila.id,
      tenant_id: tenants.carpathia.id,
      gaming_day: day,
      denomination_minor: 1,
      currency: 'RON',
      readings: 24,
    }
    await backend.db
      .insertInto('counter_days')
      .values([
        {
          ...one,
          game_nr: 0,
          bills_in: 15_000,
          ticket_out: 9_000,
          ticket_in: 700,
          jackpot: 50_000,
          handpaid_cancelled: 3_000,
          electronic_in: 5_000,
        },
        // A game's own meters are in the slot's already.
        { ...one, game_nr: 1, jackpot: 50_000 },
      ])
      .execute()
    const at = Date.UTC(2026, 2, 10, 12)
    let nr = 0
    const event = (code: string, data?: Record<string, string | number>, after = 0) => ({
      smib_id: smibs.harbour.mac,
      message_seq_nr: ++nr,
      server_time_nano: `${at + nr + after}000000`,
      events: [{ event_seq_nr: nr, code, ...(data && { data }) }],
    })
    const told = [
      event('51', { amount_minor: 30_000, kind: 'jackpot' }),
      // The reset says what it was for, and its call how much.
      event('52', { kind: 'jackpot' }),
      // Of a progressive level, whose reset says nothing: its call does.
      event('51', { amount_minor: 20_000, kind: 'progressive' }),
      event('52'),
      event('3D', { amount_minor: 4_000 }),
      event('3D'),
      event('68', { amount_minor: 663 }),
      ...Array.from({ length: 2 }, () => event('4B')),
      ...Array.from({ length: 5 }, () => event('49')),
      // Of another day.
      event('68', { amount_minor: 100 }, -48 * HOUR),
    ]
    expect(await ingest(backend.deps, { tenantId: null }, told)).toMatchObject({ accepted: 15 })
    const answer = await records()
    expect(
      answer.rows.map(({ name, kind, records: count, recorded, metered, difference, absolute, verdict }) => [
        name,
        kind,
        count,
        recorded,
        metered,
        difference,
        absolute,
        verdict,
      ]),
    ).toEqual([
      ['AMA-55501', 'bills_in', 7, 15_000, 15_000, 0, 0, 'agrees'],
      ['AMA-55501', 'ticket_in', 1, 663, 700, -37, 37, 'differs'],
      ['AMA-55501', 'ticket_out', 2, 4_000, 9_000, null, null, 'no_amount'],
      ['AMA-55501', 'jackpot', 2, 50_000, 50_000, 0, 0, 'agrees'],
      ['AMA-55501', 'handpaid_cancelled', 0, 0, 3_000, -3_000, 3_000, 'differs'],
      ['AMA-55501', 'electronic_in', 0, null, 5_000, null, null, 'untold'],
    ])
    expect(answer.totals).toMatchObject([
      { currency: 'RON', recorded: null, metered: null, difference: -3_037, absolute: 3_037 },
    ])
    const outside = await records({ show: 'outside' })
    expect(outside.rows.map(({ kind }) => kind)).toEqual(['ticket_in', 'handpaid_cancelled'])
    expect(outside).toMatchObject({ outside: { rows: 2, of: 6 }, left_out: 0, totals: answer.totals })
    const byKind = await records({ by: 'kind' })
    expect(byKind.rows.find(({ key }) => key === 'jackpot')).toMatchObject({
      recorded: 50_000,
      metered: 50_000,
      difference: 0,
    })
    expect((await records({ by: 'location' })).rows).toMatchObject([
      { name: 'Brăila Port', absolute: 3_037, recorded: null },
    ])
  })

  it('is the tenant’s, and asks for a period that makes sense', async () => {
    expect((await records({}, 'paulo')).rows).toEqual([])
    expect((await ask({ from: day, to: day }, 'nora')).status).toBe(403)
    expect((await ask({ from: day, to: '2026-03-01' })).status).toBe(422)
    expect((await ask({ from: day, to: day, location: locations.cluj.id }, 'paulo')).status).toBe(404)
  })
})
