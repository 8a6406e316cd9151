import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, reading } from '../../../tests/support/feed'
import { messyFeed } from '../../../tests/support/messy-feed'
import { lawRuns } from '../../../tests/support/law-runs'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear, deliver, days, hours, repairs, held, crossings } = bookedIn(() => backend)

async function told() {
  const { db } = backend
  return {
    days: (await days()).filter(one => one.readings),
    hours: (await hours()).filter(one => one.readings),
    repairs: await repairs(),
    held: await held(),
    crossings: await crossings(),
    latest: await db
      .selectFrom('counter_latest')
      .selectAll()
      .execute()
      .then(rows => rows.map(row => ({ ...row, meters: JSON.parse(row.meters) as unknown }))),
    events: await db.selectFrom('event_days').selectAll().orderBy('gaming_day').orderBy('code').execute(),
    gaps: await db
      .selectFrom('sequence_breaks')
      .select(['kind', 'from_seq', 'to_seq'])
      .orderBy('run')
      .orderBy('to_seq')
      .where('closed_at', 'is', null)
      .execute(),
  }
}

/** Found once: a fall that a memory error explains, held for a while, and told in another order. */
const sent = (seq: number, nano: string, meters: Record<string, number>, code?: string) =>
  reading(seq, 0, meters, {
    server_time_nano: nano,
    ...(code && { events: [{ event_seq_nr: 1, code }] }),
  })
const clearedFeed = [
  sent(0, '1792908000001000000', { '0000': 4_000, '0001': 3_000 }),
  sent(1, '1793685600001000000', { '0000': 3_300, '0001': 3_000, '0005': 100 }),
  sent(2, '1793685660001000000', { '0000': 4_000 }),
  sent(3, '1793685660002000000', { '0000': 4_001 }, '31'),
  sent(4, '1793685660003000000', { '0001': 3_001 }),
  sent(5, '1794463260003000000', { '0001': 60_003_001 }),
  sent(6, '1794463260004000000', { '0000': 4_001 }),
]
const cleared = {
  feed: clearedFeed,
  batches: [1, 6, 0, 5, 3, 4, 2].flatMap(at => (clearedFeed[at] ? [[clearedFeed[at]]] : [])),
}

/** Found once: the first reading beyond zero came after a later one, and the stored state named another instant. */
const zeroFeed = [
  sent(0, '1792908000005000000', { '0001': 0 }),
  sent(1, '1793685600005000000', { '0000': 0 }),
  sent(2, '1793687082593000000', { '0000': 99_999_900 }),
  sent(3, '1793687142593000000', { '0000': 99_999_936 }),
  sent(4, '1793696321657000000', { '0005': 2 }),
]
const zeroFirst = {
  feed: zeroFeed,
  batches: [1, 3, 4, 0, 2].flatMap(at => (zeroFeed[at] ? [[zeroFeed[at]]] : [])),
}

describe('sums of readings', () => {
  it('are the same for any order of arrival and any repetition', async () => {
    await fc.assert(
      fc.asyncProperty(messyFeed, async ({ feed, batches }) => {
        await clear()
        await deliver(feed)
        const inOrder = await told()
        await clear()
        await deliver(...batches)
        expect(await told()).toEqual(inOrder)
        for (const row of [...inOrder.days, ...inOrder.hours])
          expect(Math.min(row.coin_in, row.coin_out, row.games_played)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: lawRuns(25), examples: [[cleared], [zeroFirst]] },
    )
  }, 120_000)
})
