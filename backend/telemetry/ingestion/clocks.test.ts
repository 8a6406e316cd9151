import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { IngestMessage } from './ingest.contract'
import { ingest } from './ingest.service'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

let seq = 0
const message = (at: number, coinIn?: number): IngestMessage => ({
  smib_id: smibs.bellLink.mac,
  message_seq_nr: ++seq,
  server_time_nano: `${at}000000`,
  ...(coinIn === undefined ? {} : { counters: [{ game_nr: 0, meters: { '0000': coinIn } }] }),
})
const verdicts = async (...messages: IngestMessage[]) =>
  (await ingest(backend.deps, { tenantId: null }, messages)).verdicts.map(one => one.code ?? one.verdict)
const stored = (from: number) =>
  backend.db
    .selectFrom('messages')
    .select(['message_seq_nr as seq', 'server_time as at', 'own_time as own'])
    .where('smib_id', '=', smibs.bellLink.id)
    .where('message_seq_nr', '>=', from)
    .orderBy('message_seq_nr')
    .execute()
const drifts = async () =>
  (
    await backend.db
      .selectFrom('events')
      .select('data')
      .where('smib_id', '=', smibs.bellLink.id)
      .where('code', '=', 'clock_drift')
      .orderBy('server_time')
      .execute()
  ).map(({ data }) => JSON.parse(data ?? '') as { seconds: number })

describe('a SMIB whose clock runs ahead', () => {
  it('is heard: its messages are booked when they came, as far apart as it says, and both times are kept', async () => {
    const now = backend.clock()
    const first = seq + 1
    const batch = [
      message(now + HOUR - 60_000, 100),
      { ...message(now + HOUR, 160), events: [{ event_seq_nr: 1, code: '11', at: now + HOUR - 1_000 }] },
    ]
    expect(await verdicts(...batch)).toEqual(['accepted', 'accepted'])
    expect(await stored(first)).toEqual([
      { seq: first, at: now - 60_000, own: now + HOUR - 60_000 },
      { seq: first + 1, at: now, own: now + HOUR },
    ])
    const door = await backend.db
      .selectFrom('events')
      .select('server_time')
      .where('smib_id', '=', smibs.bellLink.id)
      .where('code', '=', '11')
      .executeTakeFirstOrThrow()
    expect(door.server_time).toBe(now - 1_000)
    const smib = await backend.db
      .selectFrom('smibs')
      .select(['last_seen_at', 'last_reading_at', 'clock_offset'])
      .where('id', '=', smibs.bellLink.id)
      .executeTakeFirstOrThrow()
    expect(smib).toEqual({ last_seen_at: now, last_reading_at: now, clock_offset: HOUR })
    expect(await drifts()).toEqual([{ seconds: 3600 }])

    // Sent again it is the same message, at once and when its clock's hour has come.
    expect(await verdicts(...batch)).toEqual(['duplicate', 'duplicate'])
    backend.clock.advance(HOUR)
    expect(await verdicts(...batch)).toEqual(['duplicate', 'duplicate'])
    const days = await backend.db
      .selectFrom('counter_days')
      .select('coin_in')
      .where('slot_id', '=', slots.bellLink.id)
      .where('coin_in', '>', 0)
      .execute()
    expect(days).toEqual([{ coin_in: 60 }])
  })

  it('keeps its offset, so that a delay on the way puts no reading before an earlier one', async () => {
    const now = backend.clock()
    const first = seq + 1
    await verdicts(message(now + HOUR, 200))
    backend.clock.advance(3_000)
    await verdicts(message(now + HOUR + 1_000, 210))
    expect((await stored(first)).map(one => one.at - now)).toEqual([0, 1_000])
  })

  it('is believed at once when it is set right, and one message from the year 2090 moves no other', async () => {
    backend.clock.advance(10 * MINUTE)
    const now = backend.clock()
    const first = seq + 1
    expect(await verdicts(message(now - 2_000), message(now - 1_000))).toEqual(['accepted', 'accepted'])
    expect(await verdicts(message(now - 500), message(Date.UTC(2090, 0, 1)))).toEqual([
      'accepted',
      'accepted',
    ])
    expect((await stored(first)).map(one => one.at - now)).toEqual([-2_000, -1_000, -500, 0])
  })
})

describe('a SMIB whose clock is behind', () => {
  it('is booked as it says, and told; what was kept during an outage is not', async () => {
    backend.clock.advance(26 * HOUR)
    const now = backend.clock()
    const first = seq + 1
    for (const late of [3 * HOUR, 2 * HOUR, HOUR]) {
      await verdicts(message(now - late))
      backend.clock.advance(2_000)
    }
    const before = (await drifts()).length
    expect((await stored(first)).map(one => [one.at - now, one.own])).toEqual([
      [-3 * HOUR, null],
      [-2 * HOUR, null],
      [-HOUR, null],
    ])
    await verdicts(message(backend.clock() - 20 * MINUTE))
    backend.clock.advance(MINUTE)
    await verdicts(message(backend.clock() - 20 * MINUTE))
    backend.clock.advance(MINUTE)
    await verdicts(message(backend.clock() - 20 * MINUTE))
    expect((await drifts()).slice(before)).toEqual([{ seconds: -1200 }])
  })
})
