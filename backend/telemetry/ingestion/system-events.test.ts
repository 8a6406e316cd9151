import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { IngestMessage } from './ingest.contract'
import { ingest } from './ingest.service'

let backend: TestBackend
let start: number
beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 3_600_000
})
afterAll(() => backend.close())

const message = (seq: number, after: number, coinIn?: number): IngestMessage => ({
  smib_id: smibs.bellLink.mac,
  message_seq_nr: seq,
  event_seq_nr: seq,
  server_time_nano: `${start + after}000000`,
  ...(coinIn === undefined ? {} : { counters: [{ game_nr: 0, meters: { '0000': coinIn } }] }),
})
const deliver = (...messages: IngestMessage[]) => ingest(backend.deps, { tenantId: null }, messages)
const noticed = async (code: string) => {
  const { body } = await backend.json('/api/rawdata/v1/events', {
    as: 'ana',
    body: { exactFields: ['slot', 'code'], exactValues: [slots.bellLink.id, code] },
  })
  return body.data.rows.map(({ message_seq_nr, data, severity }) => ({ message_seq_nr, data, severity }))
}

describe('what this system notices itself', () => {
  it('is a message that came twice: once for each delivery, however often it is repeated', async () => {
    const pair = [message(1, 1_000), message(2, 2_000)]
    await deliver(...pair)
    expect(await noticed('duplicate_message')).toEqual([])
    for (let again = 0; again < 3; again++) expect((await deliver(...pair)).duplicates).toBe(2)
    expect(await noticed('duplicate_message')).toEqual([
      { message_seq_nr: 1, severity: 'info', data: { messages: 2, from: 1, to: 2 } },
    ])
  })

  it('is a gap that stays, and a numbering that begins anew', async () => {
    await deliver(message(3, 3_000), message(9, 4_000), message(20, 5_000))
    await deliver(message(12, 4_500))
    expect((await noticed('sequence_gap')).map(one => one.data)).toEqual([
      { from: 9, to: 20, missing: 10 },
      { from: 3, to: 9, missing: 5 },
    ])
    await deliver(message(1, 60_000))
    expect(await noticed('sequence_reset')).toEqual([
      { message_seq_nr: 1, severity: 'warning', data: { from: 20, to: 1 } },
    ])
  })

  it('is a counter that rolled over, and one that is held since it fell', async () => {
    await deliver(message(2, 61_000, 99_999_990), message(3, 62_000, 10), message(4, 63_000, 5))
    expect((await noticed('counter_rollover')).map(one => one.data)).toEqual([
      { game_nr: 0, rule: 'rollover', meters: 'coin_in' },
    ])
    expect(await noticed('counter_held')).toEqual([
      { message_seq_nr: 4, severity: 'warning', data: { game_nr: 0, rule: 'fell', meters: 'coin_in' } },
    ])
    const marked = async (mark: string) =>
      (
        await backend.json<{ data: { rows: { message_seq_nr: number }[] } }>('/api/rawdata/v1/counters', {
          as: 'ana',
          body: { page: 0, rowsPerPage: 10, exactFields: ['mark'], exactValues: [mark] },
        })
      ).body.data.rows.map(row => row.message_seq_nr)
    expect([await marked('rollover'), await marked('fell'), await marked('jumped')]).toEqual([[3], [4], []])
  })

  it('is a clock that runs ahead, once a day', async () => {
    const ahead = backend.clock() - start + 137_000
    await deliver(message(5, ahead))
    await deliver(message(6, ahead + 1_000))
    backend.clock.advance(200_000)
    await deliver(message(7, ahead + 30_000))
    expect(await noticed('clock_drift')).toEqual([
      { message_seq_nr: 5, severity: 'warning', data: { seconds: 137 } },
    ])
  })
})
