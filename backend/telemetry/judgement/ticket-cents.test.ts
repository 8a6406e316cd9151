/** Tickets that a slot counts in credits and in cents: 12.37 at 5 bani is 247 credits. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday, type Meters } from '../../../tests/support/feed'
import { pricing } from '../../../tests/support/pricing'
import { compareSlot } from '../../accounting/reaggregation/compared-sums.service'
import { recordContract, type RecordAnswer } from '../../accounting/reconciliation/reconciliation.contract'
import { ticketContract, type TicketAnswer } from '../../accounting/reconciliation/tickets.contract'
import { electronicBetween } from './electronic.service'
import { ingest } from '../ingestion/ingest.service'

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
const listed = async () =>
  (await ask<RecordAnswer>(recordContract.path, { from: day, to: day })).rows
    .filter(({ name, kind }) => name === slots.bellLink.serial && kind?.endsWith('_cents'))
    .map(({ kind, recorded, metered, difference, verdict }) => [kind, recorded, metered, difference, verdict])

describe('a ticket of 12.37 at 5 bani', () => {
  it('is booked by the cents, in and out, and what the credits meter cannot count is listed', async () => {
    await deliver([
      told(1, 1_000, 5_000, { '000F': 7, '0016': 400, '000E': 2_000, '0010': 0 }),
      told(2, 1_247, 6_000, { '000F': 244, '0016': 1_400, '000E': 7_000, '0010': 3 }),
    ])
    expect([await hours(), await days()]).toEqual([{ 0: 1_237 }, 1_237])
    expect([await hours('ticket_out'), await days('ticket_out')]).toEqual([{ 0: 5_003 }, 5_003])
    expect(await listed()).toEqual([
      ['ticket_in_cents', 1_237, 1_235, 2, 'rounded'],
      ['ticket_out_cents', 5_003, 5_000, 3, 'rounded'],
    ])
    // By whole hours, and by readings within one.
    for (const to of [minutes(60), minutes(30)])
      expect(await electronicBetween(backend.db, slot, minutes(0), to)).toMatchObject({ out: 5_003 })
    const tickets = await ask<TicketAnswer>(ticketContract.path, { from: day, to: day, by: 'slot' })
    expect(tickets.rows.find(({ key }) => key === slot)).toMatchObject({ redeemed: 1_237, printed: 5_003 })
  })

  it('is the same on the day, its hour and the hour’s readings, and in figures of all kinds', async () => {
    await deliver([told(1, 1_000, 5_000), told(2, 1_247, 6_237)])
    const path = `/api/aggregate/v1/location/${locations.cluj.id}/day/${day}`
    const get = async <Answer>(under = '') =>
      (await backend.json<{ data: Answer }>(path + under, { as: 'mihai' })).body.data
    const whole = await get<{ slots: Row[]; totals: { ticket_in: number }[] }>()
    interface Row {
      slot: { _id: string }
      denomination_minor: number
      sums: { ticket_in: number; total_in: number }
      quality: { tickets?: object; differs: string[] }
    }
    const rows = whole.slots.filter(row => row.slot._id === slot)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      denomination_minor: 5,
      sums: { ticket_in: 1_237, total_in: 1_237 },
      quality: { tickets: { ticket_in: 2, ticket_out: 0 }, differs: [] },
    })
    expect(whole.totals[0]?.ticket_in).toBe(1_237)
    const { hours: byHour } = await get<{ hours: { sums: { ticket_in: number } | null }[] }>(`/slot/${slot}`)
    expect(byHour.flatMap(({ sums }) => (sums ? [sums.ticket_in] : []))).toEqual([1_237])
    const { booked } = await get<{
      booked: {
        denomination_minor: number
        by_cents: boolean
        moved: { ticket_in: number }
        sums: { ticket_in: number }
      }[]
    }>(`/slot/${slot}/hour/${sunday}`)
    expect(
      booked.map(one => [one.denomination_minor, one.by_cents, one.moved.ticket_in, one.sums.ticket_in]),
    ).toEqual([
      [5, false, 247, 1_235],
      [1, true, 2, 2],
    ])
    const raw = await ask<{ rows: { denomination: { minor: number }; ticket_in: number }[] }>(
      '/api/aggregations/v1/raw',
      {
        dateStart: minutes(-1_500),
        dateEnd: minutes(3_000),
        exactFields: ['slot'],
        exactValues: [slot],
      },
    )
    expect(raw.rows.map(row => [row.denomination.minor, row.ticket_in])).toEqual(
      expect.arrayContaining([
        [5, 247],
        [1, 2],
      ]),
    )
  })

  it('is booked by the cents as the first ticket that a slot ever takes', async () => {
    await deliver([told(1, 0, 0), told(2, 247, 1_237)])
    expect(await days()).toBe(1_237)
  })
})

describe('the cents meter', () => {
  it('neither doubles nor loses anything where it begins or stops in the middle of a day', async () => {
    await deliver([
      told(1, 1_000),
      told(2, 1_247),
      told(3, 1_247, 90_000),
      told(30, 1_494, 91_237),
      // One that says nothing of it: the next one that does has both tickets.
      told(70, 1_741),
      told(80, 1_988, 93_711),
      told(130, 2_235),
    ])
    expect(await hours()).toEqual({ 0: 1_235 + 1_237, 1: 1_235 + 1_237 + 2, 2: 1_235 })
  })

  it('goes on over its end, over that of the credits, and from zero once it was cleared', async () => {
    await deliver([told(1, 99_999_900, 5_000), told(2, 147, 6_237)])
    expect(await days()).toBe(1_237)
    await clear()
    await deliver([told(1, 1_000, 99_999_000), told(2, 1_247, 237)])
    expect(await days()).toBe(1_237)
    // Both are cleared: what was counted before is over, and the next ticket is whole again.
    await deliver([
      {
        ...reading(3, minutes(3), { '0000': 0, '0015': 0, '000D': 0 }),
        events: [{ event_seq_nr: 1, code: '7A' }],
      },
      reading(4, minutes(4), { '0000': 10, '0015': 247, '000D': 1_237 }),
    ])
    expect(await days()).toBe(2 * 1_237)
    // The cents alone: nothing says what they counted.
    await deliver([reading(5, minutes(5), { '0000': 20, '0015': 494, '000D': 0 })])
    expect(await days()).toBe(2 * 1_237 + 1_235)
  })

  it('does not lead where it differs by more than rounding, and that is listed', async () => {
    await deliver([told(1, 1_000, 5_000), told(2, 1_247, 5_000)])
    expect(await days()).toBe(1_235)
    expect(await listed()).toEqual([['ticket_in_cents', 0, 1_235, -1_235, 'differs']])
  })

  it('keeps its remainder with the credits where the price changes', async () => {
    await deliver([told(1, 1_000, 5_000), told(2, 1_247, 6_237)])
    await pricing(() => backend)(minutes(3), 10)
    await deliver([told(4, 1_247, 6_237), told(5, 1_370, 7_474)])
    expect(await days()).toBe(2 * 1_237)
  })

  it('changes nothing of what was booked before it led', async () => {
    await deliver([told(1, 1_000, 5_000), told(20, 1_247, 6_237)])
    // As an earlier version left it.
    await backend.db.deleteFrom('stored_hours').where('denomination_minor', '=', -1).execute()
    await backend.db.deleteFrom('counter_days').where('denomination_minor', '=', -1).execute()
    await backend.db
      .updateTable('counter_latest')
      .set({ standing: null, cents_after: minutes(20) })
      .where('slot_id', '=', slot)
      .execute()
    await deliver([told(10, 1_100, 5_500)])
    expect(await days()).toBe(1_235)
  })
})

describe('hours and days of tickets', () => {
  it('are the same in whatever order readings arrive, and hold all that the cents meter counted', async () => {
    const ticket = fc.record({
      // Smaller ones on end would be more than rounding explains.
      cents: fc.integer({ min: 60, max: 60_000 }),
      after: fc.integer({ min: 1, max: 50 }),
      tells: fc.constantFrom('both', 'both', 'credits', 'cents'),
    })
    const feed = fc
      .tuple(
        fc.array(ticket, { minLength: 3, maxLength: 9 }),
        fc.constantFrom(0, 99_999_000),
        fc.constantFrom(0, 99_990_000),
        fc.option(fc.nat(8), { freq: 2 }),
        // Up to here the cents are all that it reports.
        fc.constantFrom(0, 0, 4, 9),
      )
      .chain(([tickets, credits, cents, cleared, alone]) =>
        fc.record({
          tickets: fc.constant(tickets),
          start: fc.constant({ credits: credits + 20, cents: cents + 100 }),
          cleared: fc.constant(cleared),
          alone: fc.constant(alone),
          order: fc.shuffledSubarray([...tickets.keys()], { minLength: tickets.length }),
          size: fc.integer({ min: 1, max: 3 }),
        }),
      )
    await fc.assert(
      fc.asyncProperty(feed, async ({ tickets, start, cleared, alone, order, size }) => {
        let [at, { credits, cents }] = [0, start]
        let expected = 0
        let anchor: { credits: number; cents: number } | undefined
        const messages = tickets.map((ticket, nr) => {
          const one = nr < alone ? { ...ticket, tells: 'cents' } : ticket
          at += one.after
          const isCleared = nr === cleared
          // The first reading is what the others begin with.
          const [moved, movedCents] = nr === 0 || isCleared ? [0, 0] : [Math.floor(one.cents / 5), one.cents]
          if (isCleared) [credits, cents] = [0, 0]
          credits += moved
          cents += movedCents
          const both = one.tells === 'both' && !isCleared
          if (isCleared) anchor = undefined
          expected += moved * 5
          if (both) {
            if (anchor) expected += cents - anchor.cents - (credits - anchor.credits) * 5
            anchor = { credits, cents }
          }
          return reading(
            nr + 1,
            minutes(at),
            {
              '0000': isCleared ? 0 : 1_000 + nr,
              ...(one.tells !== 'cents' && { '0015': credits % 100_000_000 }),
              ...(one.tells !== 'credits' && !isCleared && { '000D': cents % 100_000_000 }),
            },
            isCleared ? { events: [{ event_seq_nr: nr + 1, code: '7A' }] } : {},
          )
        })
        await clear()
        await deliver(messages)
        const [inOrder, total] = [await hours(), await days()]
        await clear()
        const arrivals = order.flatMap(nr => messages[nr] ?? [])
        for (let first = 0; first < arrivals.length; first += size)
          await ingest(backend.deps, { tenantId: null }, arrivals.slice(first, first + size))
        expect([await hours(), await days()]).toEqual([inOrder, total])
        expect(await compareSlot(backend.db, slot, { from: day, through: day }, false)).toMatchObject({
          changedHours: 0,
          changedDays: 0,
        })
        if (cleared === null && alone === 0 && tickets.every(({ tells }) => tells !== 'cents'))
          expect(total).toBe(expected)
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})
