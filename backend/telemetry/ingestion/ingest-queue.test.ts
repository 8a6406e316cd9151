import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { refusing } from '../../../tests/support/refusing'
import type { IngestMessage } from './ingest.contract'
import { ingest } from './ingest.service'

let backend: TestBackend
let start: number
beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 3_600_000
})
afterAll(() => backend.close())

const boards = [smibs.bellLink, smibs.novoline, smibs.harbour, smibs.ribeira]
const message = (smib: { mac: string }, seq: number, coinIn: number): IngestMessage => ({
  smib_id: smib.mac,
  message_seq_nr: seq,
  server_time_nano: `${start + seq * 1000}000000`,
  counters: [{ game_nr: 0, meters: { '0000': coinIn } }],
})
const deliver = (messages: IngestMessage[]) => ingest(backend.deps, { tenantId: null }, messages)
const stored = async () =>
  (await backend.db.selectFrom('counter_readings').select('coin_in').orderBy('coin_in').execute()).map(
    row => row.coin_in,
  )
const moved = async () =>
  Number(
    (
      await backend.db
        .selectFrom('counter_days')
        .select(eb => eb.fn.sum<number>('coin_in').as('sum'))
        .executeTakeFirstOrThrow()
    ).sum,
  )

describe('batches that arrive together', () => {
  it('are each answered for their own, in their own order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, sender) =>
        deliver([
          ...boards.map(smib => message(smib, sender + 1, 1000 + sender)),
          { ...message(smibs.bellLink, sender + 1, 0), smib_id: 'ffffffffffff' },
        ]),
      ),
    )
    for (const { accepted, duplicates, verdicts } of answers) {
      expect([accepted, duplicates]).toEqual([boards.length, 0])
      expect(verdicts.map(one => one.code ?? one.verdict)).toEqual([
        'accepted',
        'accepted',
        'accepted',
        'accepted',
        'unknown_smib',
      ])
    }
    expect(await stored()).toHaveLength(48)
    expect(await moved()).toBe(4 * 11)
  })

  it('do not suffer from one that the database refuses, and those after it are worked out anew', async () => {
    const before = await moved()
    const senders = Array.from({ length: 10 }, (_, sender) => sender)
    const outcomes = await refusing(backend, 2003, () =>
      Promise.allSettled(
        senders.map(async sender => {
          // Some share a transaction with the bad one, some are worked out while it runs.
          await new Promise(resolve => setTimeout(resolve, sender * 3))
          return deliver(boards.map(smib => message(smib, 100 + sender, 2000 + sender)))
        }),
      ),
    )
    expect(outcomes.map(one => one.status)).toEqual(
      senders.map(sender => (sender === 3 ? 'rejected' : 'fulfilled')),
    )
    expect((await stored()).filter(value => (value ?? 0) >= 2000)).toEqual(
      senders.filter(sender => sender !== 3).flatMap(sender => boards.map(() => 2000 + sender)),
    )
    expect(await moved()).toBe(before + 4 * (2009 - 1011))
    // What was refused may come again, late: the sums are the same.
    expect((await deliver(boards.map(smib => message(smib, 103, 2003)))).accepted).toBe(4)
    expect(await moved()).toBe(before + 4 * (2009 - 1011))
  })
})
