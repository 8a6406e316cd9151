import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { bookedIn } from '../../tests/support/feed'
import { messyFeed } from '../../tests/support/messy-feed'

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
      .select(['from_seq', 'to_seq'])
      .where('closed_at', 'is', null)
      .execute(),
  }
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
      { numRuns: 25 },
    )
  }, 120_000)
})
