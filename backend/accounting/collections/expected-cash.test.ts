/**
 * What must be in a stacker is what the ledger booked of notes since the last collection, whatever the bill meter did
 * in between.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { pricing } from '../../../tests/support/pricing'
import { repairing } from '../../../tests/support/repairing'
import { expectedCash } from './expected-cash.service'
import type { CollectorCheckpointsTable } from './collections.table'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(() => clear())

const MINUTE = 60_000
const { clear, deliver } = bookedIn(() => backend)
const price = pricing(() => backend)
const { only, decide } = repairing(() => backend)
const bills = (seq: number, at: number, value: number, code?: string) =>
  reading(
    seq,
    at,
    { '000B': value, '0000': 50_000 + seq },
    code ? { events: [{ event_seq_nr: 1, code }] } : {},
  )

/** Between two collections: what each knew. */
async function between(first: number, second: number) {
  const opening = await expectedCash(backend.db, slots.bellLink.id, undefined, first)
  const last = { ...opening, currency: 'RON' } as CollectorCheckpointsTable
  const { expected_minor, unknown_because } = await expectedCash(backend.db, slots.bellLink.id, last, second)
  return expected_minor ?? unknown_because
}

describe('expected cash', () => {
  it('goes on over the end of the bill meter, within an hour as across days', async () => {
    await deliver([
      bills(1, sunday + 10 * MINUTE, 99_990_000),
      bills(2, sunday + 20 * MINUTE, 99_999_000),
      bills(3, sunday + 30 * MINUTE, 5_000),
      bills(4, sunday + 30 * HOUR, 7_500),
    ])
    expect(await between(sunday + 15 * MINUTE, sunday + 35 * MINUTE)).toBe(15_000)
    expect(await between(sunday + 15 * MINUTE, sunday + 31 * HOUR)).toBe(17_500)
    expect(await between(sunday + 25 * MINUTE, sunday + 31 * HOUR)).toBe(8_500)
  })

  it('waits for a decision about a clear, and then is what was decided', async () => {
    await deliver([
      bills(1, sunday + 10 * MINUTE, 500_000),
      bills(2, sunday + 20 * MINUTE, 520_000),
      bills(3, sunday + 30 * MINUTE, 4_000, '7A'),
      bills(4, sunday + 40 * MINUTE, 9_000),
    ])
    const asked = () => between(sunday + 15 * MINUTE, sunday + 45 * MINUTE)
    expect(await asked()).toBe('in_doubt')
    const answer = await decide(await only(), {
      choice: 'break',
      before: { bills_in: 521_000, coin_in: 50_002 },
      after: { bills_in: 0, coin_in: 50_003 },
    })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    // 20,000 before, 1,000 up to the clear, 9,000 after it.
    expect(await asked()).toBe(30_000)
  })

  it('is told in the money of each reading where a credit was worth something else in between', async () => {
    const [dear, cheap] = [sunday + 20 * MINUTE, sunday + 40 * MINUTE]
    await price(dear, 5)
    await price(cheap, 1)
    await deliver([
      bills(1, sunday + 10 * MINUTE, 1_000),
      bills(2, dear, 2_000),
      bills(3, cheap, 3_000),
      bills(4, sunday + 50 * MINUTE, 4_000),
    ])
    expect(await between(sunday + 15 * MINUTE, sunday + 55 * MINUTE)).toBe(1_000 + 5_000 + 1_000)
  })
})
