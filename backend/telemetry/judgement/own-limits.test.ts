/** How far a slot's meters can have moved is judged by its own limits, those that held when a reading was taken. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading } from '../../../tests/support/feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { ingest } from '../ingestion/ingest.service'
import type { IngestMessage } from '../ingestion/ingest.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear, days, held, crossings } = bookedIn(() => backend)
const slot = slots.bellLink.id
/** Thursday, 12 March 2026, 11:00 in Cluj. */
const morning = Date.UTC(2026, 2, 12, 9)
const at = (minutes: number) => morning + minutes * 60_000

interface Own {
  fastest_game_ms?: number | null
  highest_bet?: number | null
  top_award?: number | null
  highest_note?: number | null
}
const usual = { fastest_game_ms: null, highest_bet: null, top_award: null, highest_note: null }

beforeEach(async () => {
  await clear()
  backend.clock.set(morning)
  await backend.db.updateTable('slots').set(usual).where('id', '=', slot).execute()
  await backend.db
    .deleteFrom('slot_history')
    .where('slot_id', '=', slot)
    .where('valid_from', '>', 0)
    .execute()
  await backend.db.updateTable('slot_history').set(usual).where('slot_id', '=', slot).execute()
  await backend.db
    .updateTable('slots')
    .set({ held_since: 0, updated_at: morning - HOUR })
    .where('id', '=', slot)
    .execute()
})

/** As the form writes it. */
async function limit(own: Own, from = morning): Promise<void> {
  await backend.db
    .updateTable('slots')
    .set({ ...own, updated_at: from })
    .where('id', '=', slot)
    .execute()
}
async function send(...messages: IngestMessage[]): Promise<void> {
  backend.clock.set(at(60 * 24))
  expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
}
const won = async () => (await days()).reduce((sum, one) => sum + one.coin_out, 0)
const first = reading(1, at(10), { '0000': 1_000, '0001': 0, '000B': 0, '0005': 10 })
const then = (minutes: number, meters: Record<string, number>, more: Partial<IngestMessage> = {}) =>
  reading(minutes, at(minutes), meters, more)

describe('a slot with limits of its own', () => {
  it.each([
    [
      'a win above its top award',
      { top_award: 50_000, highest_bet: 100 },
      { '0001': 80_000, '0005': 12 },
      'open',
    ],
    ['a win within its top award', { top_award: 50_000_000 }, { '0001': 40_000_000, '0005': 12 }, null],
    ['the same without one', {}, { '0001': 40_000_000, '0005': 12 }, 'open'],
    ['stakes above its highest bet', { highest_bet: 5 }, { '0000': 2_000, '0005': 12 }, 'open'],
    ['more games than its fastest ones', { fastest_game_ms: 60_000 }, { '0005': 200 }, 'open'],
    ['as many games without one', {}, { '0005': 200 }, null],
    ['more notes than an acceptor takes', { highest_note: 100 }, { '000B': 50_000 }, 'open'],
    ['as much money without one', {}, { '000B': 50_000 }, null],
  ] as const)('has %s judged by them', async (_, own, meters, expected) => {
    await limit(own)
    await send(first, then(20, meters))
    expect(await held()).toEqual([null, expected])
    await clear()
    await send(then(20, meters))
    await send(first)
    expect(await held()).toEqual([null, expected])
  })

  it('has a win above its top award explained by a handpay', async () => {
    await limit({ top_award: 50_000, highest_bet: 100 })
    const data = { amount_minor: 80_000 * 100, kind: 'jackpot' }
    await send(first, then(20, { '0001': 80_000, '0005': 12 }))
    expect(await held()).toEqual([null, 'open'])
    await send(then(18, {}, { counters: [], events: [{ event_seq_nr: 1, code: '51', data }] }))
    expect([await held(), await won()]).toEqual([[null, null], 80_000])
  })

  it('is judged by those that held when a reading was taken, in any order of arrival', async () => {
    const feed = [
      first,
      then(20, { '0001': 70_000, '0005': 12 }),
      // From here on wins of more than 50,000 wait.
      then(70, { '0001': 140_000, '0005': 14 }),
      then(80, { '0001': 140_500, '0005': 15 }),
    ]
    await limit({ top_award: 50_000, highest_bet: 100 }, at(60))
    const told = async () => [await held(), await days(), await crossings()]
    await send(...feed)
    const inOrder = await told()
    expect(inOrder[0]?.slice(0, 3)).toEqual([null, null, 'open'])
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(feed, { minLength: feed.length }), async arrivals => {
        await clear()
        for (const one of arrivals) await send(one)
        expect(await told()).toEqual(inOrder)
      }),
      { numRuns: lawRuns(24) },
    )
  })

  it('keeps them in its history, each from when it was saved', async () => {
    await send(first)
    await limit({ top_award: 50_000 }, at(60))
    await limit({ top_award: 60_000 }, at(90))
    const rows = await backend.db
      .selectFrom('slot_history')
      .select(['valid_from', 'top_award', 'highest_bet'])
      .where('slot_id', '=', slot)
      .orderBy('valid_from')
      .execute()
    expect(rows).toEqual([
      { valid_from: 0, top_award: null, highest_bet: null },
      { valid_from: at(60), top_award: 50_000, highest_bet: null },
      { valid_from: at(90), top_award: 60_000, highest_bet: null },
    ])
  })
})
