/** Virtual counters rise by what was booked, and by nothing else. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, reading, sunday } from '../../../tests/support/feed'
import { feedWith, messyFeed } from '../../../tests/support/messy-feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { numberOf } from '../../platform/db/short-ids'
import { virtualValues } from './virtual-counters'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear, deliver } = bookedIn(() => backend)

/** In order; of those that are booked. */
async function virtual() {
  const rows = await backend.db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_id', '=', slots.bellLink.id)
    .where('held', 'is', null)
    .orderBy('server_time')
    .orderBy('message_seq_nr')
    .execute()
  const valuesOf = await virtualValues(backend.db, rows)
  return rows.map(row => ({ row, values: valuesOf(row) }))
}
const tolds = ['coin_in', 'coin_out', 'games_played'] as const

/** Of each meter a good one, before those of the feed. */
const first = reading(900, sunday, { '0000': 4_000, '0001': 3_000, '0005': 100 })
const anyFeed = fc.oneof(messyFeed, feedWith({ calm: 5, least: 10, most: 30 }))

it('rise at each reading by what it books', { timeout: 400_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyFeed, async ({ batches }) => {
      await clear()
      await deliver([first], ...batches)
      await demandBooked()
    }),
    { numRuns: lawRuns(40) },
  )
})

it('stand still where memory was cleared within a run that was in doubt', async () => {
  const NINE_DAYS = 9 * 86_400_000
  const [begun, proven] = [sunday + NINE_DAYS, sunday + 2 * NINE_DAYS]
  await clear()
  await deliver(
    [first],
    [reading(901, begun, { '0000': 0 })],
    [reading(902, begun + 60_000, { '0001': 99_999_950 })],
    [
      {
        ...reading(903, proven, { '0000': 25_000_000, '0001': 0 }),
        events: [{ event_seq_nr: 1, code: '31' }],
      },
    ],
  )
  await demandBooked()
  const [, last] = await virtual()
  expect([last?.row.repairs, last?.values.coin_out]).toEqual([
    '{"coin_in":"restarted","coin_out":"restarted"}',
    3_000,
  ])
})

async function demandBooked(): Promise<void> {
  const read = await virtual()
  const booked = await backend.db
    .selectFrom('counter_days')
    .select([...tolds])
    .where('slot_id', '=', slots.bellLink.id)
    .execute()
  for (const name of tolds) {
    const values = read.flatMap(({ values: own }) => own[name] ?? [])
    for (const [nr, value] of values.entries())
      if (nr > 0) expect(value).toBeGreaterThanOrEqual(values[nr - 1] ?? 0)
    const sum = booked.reduce((all, day) => all + (day[name] ?? 0), 0)
    expect([name, (values.at(-1) ?? 0) - (values[0] ?? 0)]).toEqual([name, sum])
  }
}

it('are unknown from the mark on that is one too many, whatever else is on the page', async () => {
  await clear()
  await deliver(
    [first],
    Array.from({ length: 301 }, (_, index) =>
      reading(901 + index, sunday + (index + 1) * 60_000, { '0000': 4_001 + index, '0001': 3_000 }),
    ),
  )
  await sql`update stored_readings set repairs = '{"coin_in":"cleared"}' where slot_nr = ${numberOf(slots.bellLink.id)} and server_time > ${sunday}`.execute(
    backend.db,
  )
  const rows = await backend.db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_id', '=', slots.bellLink.id)
    .orderBy('server_time')
    .execute()
  const [own, last, before] = [rows[0], rows.at(-1), rows.at(-2)]
  if (!own || !last || !before) throw new Error('nothing was stored')
  const neighbour = { ...last, slot_nr: -1, slot_id: slots.novoline.id }
  const valuesOf = await virtualValues(backend.db, [neighbour, ...rows])
  expect(rows).toHaveLength(302)
  expect([own, last, neighbour].map(row => valuesOf(row).coin_in)).toEqual([4_000, null, 4_301])
  expect(valuesOf(before).coin_in).not.toBeNull()
  for (const row of [before, last])
    expect((await virtualValues(backend.db, [row]))(row)).toEqual(valuesOf(row))
})
