/** What slots and providers report one by one is held against the meter of the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { movementNames } from '../rawdata/meters.contract'
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
    const nothing = Object.fromEntries(movementNames.map(name => [name, 0])) as Record<
      (typeof movementNames)[number],
      number
    >
    const one = {
      ...nothing,
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
    const origin = {
      tenant_id: tenants.carpathia.id,
      location_id: locations.braila.id,
      slot_id: slots.harbour.id,
      smib_id: null,
      run: null,
      message_seq_nr: null,
      event_seq_nr: null,
      server_nano: 0,
      received_at: at,
      category: 'handpay',
      severity: 'info',
    }
    const event = (nr: number, code: string, data: object | null) => ({
      ...origin,
      id: String(nr).padStart(24, '0'),
      server_time: at + nr,
      code,
      data: data && JSON.stringify(data),
    })
    await backend.db
      .insertInto('events')
      .values([
        event(1, '51', { amount_minor: 30_000, kind: 'jackpot' }),
        // The reset says what it was for, and its call how much.
        event(2, '52', { kind: 'jackpot' }),
        // Of a progressive level, whose reset says nothing: its call does.
        event(7, '51', { amount_minor: 20_000, kind: 'progressive' }),
        event(8, '52', null),
        event(3, '3D', { amount_minor: 4_000 }),
        event(4, '3D', null),
        event(5, '68', { amount_minor: 663 }),
        // Of another day.
        { ...event(6, '68', { amount_minor: 100 }), server_time: at - 48 * HOUR },
      ])
      .execute()
    await backend.db
      .insertInto('event_days')
      .values([
        { ...billsOf('4B', 2), gaming_day: day },
        { ...billsOf('49', 5), gaming_day: day },
      ])
      .execute()
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

  const billsOf = (code: string, count: number) => ({
    slot_id: slots.harbour.id,
    location_id: locations.braila.id,
    tenant_id: tenants.carpathia.id,
    code,
    count,
  })

  it('is the tenant’s, and asks for a period that makes sense', async () => {
    expect((await records({}, 'paulo')).rows).toEqual([])
    expect((await ask({ from: day, to: day }, 'nora')).status).toBe(403)
    expect((await ask({ from: day, to: '2026-03-01' })).status).toBe(422)
    expect((await ask({ from: day, to: day, location: locations.cluj.id }, 'paulo')).status).toBe(404)
  })
})
