/** A slot that reports one of the two meters of tickets: all that a cents meter moves alone is booked, once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday, type Meters } from '../../../tests/support/feed'
import { recordContract, type RecordAnswer } from '../../accounting/reconciliation/reconciliation.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear, deliver } = bookedIn(() => backend)
const slot = slots.bellLink.id
const day = '2026-10-25'
const minutes = (count: number) => sunday + count * 60_000

beforeEach(async () => {
  await clear()
  await backend.db
    .deleteFrom('slot_history')
    .where('slot_id', '=', slot)
    .where('valid_from', '>', 0)
    .execute()
  await backend.db
    .updateTable('slot_history')
    .set({ denomination_minor: 5 })
    .where('slot_id', '=', slot)
    .execute()
  await backend.db.updateTable('slots').set({ denomination_minor: 5 }).where('id', '=', slot).execute()
})

/** In minor units: of game 0, by hour. */
async function hours(name: 'ticket_in' | 'ticket_out' = 'ticket_in') {
  const rows = await backend.db
    .selectFrom('counter_hours')
    .select(['hour_start', 'denomination_minor', name])
    .where('slot_id', '=', slot)
    .where('game_nr', '=', 0)
    .execute()
  const sums = new Map<number, number>()
  for (const row of rows) {
    const hour = (row.hour_start - sunday) / HOUR
    const minor = row[name] * row.denomination_minor
    if (minor !== 0) sums.set(hour, (sums.get(hour) ?? 0) + minor)
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => a - b))
}

const days = async (name: 'ticket_in' | 'ticket_out' = 'ticket_in') =>
  (
    await backend.db
      .selectFrom('counter_days')
      .select(['denomination_minor', name])
      .where('slot_id', '=', slot)
      .where('game_nr', '=', 0)
      .execute()
  ).reduce((sum, row) => sum + row[name] * row.denomination_minor, 0)

const told = (at: number, credits: number, cents?: number, more: Meters = {}) =>
  reading(at, minutes(at), {
    '0000': 10_000 + at,
    '0015': credits,
    ...(cents !== undefined && { '000D': cents }),
    ...more,
  })

const ask = async <Answer>(path: string, body: object) =>
  (await backend.json<{ data: Answer }>(path, { as: 'mihai', method: 'POST', body })).body.data
const listed = async (from = day, to = day) =>
  (await ask<RecordAnswer>(recordContract.path, { from, to })).rows
    .filter(({ name, kind }) => name === slots.bellLink.serial && kind?.endsWith('_cents'))
    .map(({ kind, recorded, metered, difference, verdict }) => [kind, recorded, metered, difference, verdict])

describe('a slot that reports tickets in cents alone', () => {
  const alone = (at: number, cents: number, more: Meters = {}) =>
    reading(at, minutes(at), { '0000': 10_000 + at, '000D': cents, ...more })
  const priced = async (denomination_minor: number) => {
    await backend.db
      .updateTable('slot_history')
      .set({ denomination_minor })
      .where('slot_id', '=', slot)
      .execute()
    await backend.db.updateTable('slots').set({ denomination_minor }).where('id', '=', slot).execute()
  }

  it.each([1, 5, 50])(
    'has them in all figures at a price of %i bani, and nothing to compare',
    async price => {
      await priced(price)
      await deliver([
        alone(1, 5_000, { '000F': 7, '000E': 300 }),
        alone(2, 6_000, { '000F': 244, '000E': 340 }),
        alone(70, 6_000, { '000F': 248, '000E': 340 }),
      ])
      expect([await hours(), await days()]).toEqual([{ 0: 1_237, 1: 4 }, 1_241])
      expect([await hours('ticket_out'), await listed()]).toEqual([{ 0: 40 }, []])
      const { rows, total_aggregation: totals } = await ask<Record<'rows' | 'total_aggregation', object[]>>(
        '/api/aggregations/v1/query',
        {
          dateStart: minutes(-1_500),
          dateEnd: minutes(3_000),
          exactFields: ['by', 'slot'],
          exactValues: ['slot', slot],
        },
      )
      const sums = {
        ticket_in: { minor: 1_241, currency: 'RON' },
        total_in: { minor: 1_241, currency: 'RON' },
        ticket_out: { minor: 40, currency: 'RON' },
      }
      expect([rows, totals]).toMatchObject([[sums], [sums]])
    },
  )

  it('is booked through clearing and the meter’s end, and neither falls nor what no slot does is money', async () => {
    await deliver([alone(1, 99_999_000), alone(2, 237)])
    expect(await days()).toBe(1_237)
    await deliver([alone(3, 100, { '000F': 0 })])
    expect(await days()).toBe(1_237)
    await deliver([
      { ...reading(4, minutes(4), { '0000': 0, '000D': 0 }), events: [{ event_seq_nr: 1, code: '7A' }] },
      reading(5, minutes(5), { '0000': 10, '000D': 400 }),
      reading(6, minutes(6), { '0000': 20, '000D': 900 }),
    ])
    expect(await days()).toBe(1_237 + 500)
    await deliver([reading(7, minutes(7), { '0000': 30, '000D': 9_000_000_000 })])
    expect(await days()).toBe(1_737)
    expect((await listed()).map(([kind, , , , verdict]) => [kind, verdict])).toEqual([
      ['ticket_in_cents', 'differs'],
    ])
  })

  it('takes no zeros of a SMIB that has read nothing yet for a beginning', async () => {
    await deliver([reading(1, minutes(1), { '0000': 0, '000D': 0 }), alone(2, 5_000), alone(3, 5_100)])
    expect(await days()).toBe(100)
  })

  it('counts each ticket once where it begins to report its credits', async () => {
    await deliver([
      alone(1, 5_000),
      alone(2, 6_237),
      told(3, 1_000, 6_737),
      told(4, 1_247, 7_974),
      // One of credits alone; then cents alone, which say nothing that the next credits do not.
      told(5, 1_347),
      alone(6, 8_974),
      told(7, 1_447, 8_974),
    ])
    expect(await days()).toBe(1_237 + 500 + 1_237 + 1_000)
  })

  it('lists of a period what it listed before the slot began to report its credits', async () => {
    await deliver([alone(1, 5_000), alone(2, 6_237)])
    expect(await listed()).toEqual([])
    const next = 26 * 60
    await deliver([told(next, 1_000, 6_237), told(next + 1, 1_247, 7_474)])
    expect(await listed()).toEqual([])
    expect(await listed(day, '2026-10-26')).toEqual([
      ['ticket_in_cents', 1_237 + 1_237, 1_237 + 1_235, 2, 'rounded'],
    ])
    expect(await listed('2026-10-26', '2026-10-26')).toEqual([
      ['ticket_in_cents', 1_237, 1_235, 2, 'rounded'],
    ])
  })

  it('doubles nothing where credits are reported first in a reading without cents', async () => {
    await deliver([alone(1, 5_000), told(2, 1_000), told(3, 1_247, 6_237), told(4, 1_347, 6_737)])
    expect(await days()).toBe(1_235 + 500)
  })

  it('doubles nothing where credits that were reported first arrive late', async () => {
    await deliver([alone(1, 5_000), alone(50, 9_948), told(80, 2_000)])
    expect(await days()).toBe(4_948)
    // What cents alone had booked is taken back: these tickets are in the credits.
    await deliver([told(40, 1_500)])
    expect(await days()).toBe(2_500)
    await deliver([told(60, 1_900)])
    await deliver([told(20, 1_100)])
    expect(await days()).toBe(4_500)
  })
})

it('a slot that reports its credits meter alone has whole credits', async () => {
  await deliver([told(1, 1_000), told(2, 1_247)])
  expect([await days(), await listed()]).toEqual([1_235, []])
})
