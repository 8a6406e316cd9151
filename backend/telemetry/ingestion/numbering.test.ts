/** How messages are numbered: gaps, late ones, and SMIBs that restart. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { sender } from '../../../tests/support/sender'
import { numberOf } from '../../platform/db/short-ids'
import type { IngestMessage } from './ingest.contract'

let backend: TestBackend
const { begin, newest, message, send, verdicts } = sender(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(begin)

const breaks = () =>
  backend.db
    .selectFrom('sequence_breaks')
    .select(['kind', 'from_seq', 'to_seq', 'closed_at', 'run'])
    .where('smib_id', '=', smibs.harbour.id)
    .orderBy('to_seq')
    .execute()
async function forget(smib: string): Promise<void> {
  for (const table of ['smib_feeds', 'sequence_breaks'] as const)
    await backend.db.deleteFrom(table).where('smib_id', '=', smib).execute()
  await backend.db.deleteFrom('stored_messages').where('smib_nr', '=', numberOf(smib)).execute()
}

describe('the numbering of a board', () => {
  const numbered = (message_seq_nr: number, time: number) =>
    message({
      smib_id: smibs.harbour.mac,
      message_seq_nr,
      event_seq_nr: message_seq_nr,
      server_time_nano: `${time}000000`,
    })
  const plain = (message_seq_nr: number, time: number) =>
    message({ smib_id: smibs.harbour.mac, message_seq_nr, server_time_nano: `${time}000000` })
  const withEvent = (message_seq_nr: number, time: number) => ({
    ...plain(message_seq_nr, time),
    events: [{ event_seq_nr: 1, code: '11' }],
  })

  it('tells of no gap after a message without an event number, and still takes what is missing', async () => {
    const t = newest().at
    const told = async (...batches: IngestMessage[][]) => {
      await forget(smibs.harbour.id)
      for (const batch of batches) expect((await send(batch)).refused).toBe(0)
      return (await breaks())
        .filter(one => one.kind === 'gap' && one.closed_at === null)
        .map(({ from_seq, to_seq }) => [from_seq, to_seq])
    }
    const all = [plain(10, t), numbered(20, t + 1000), withEvent(30, t + 2000), plain(40, t + 3000)]
    const after = [plain(50, t + 4000), numbered(60, t + 5000)]
    const gaps = [
      [20, 30],
      [30, 40],
    ]
    expect(await told([...all, ...after])).toEqual(gaps)
    // Stored with the numbering, also from one batch to the next.
    expect(await told(...[...all, ...after].map(one => [one]))).toEqual(gaps)
    // Whatever the order of arrival: what stands before the missing numbers decides.
    const [first, second, third, fourth] = all
    if (!first || !second || !third || !fourth) throw new Error('four messages')
    expect(await told([first], [fourth], [third], [second], after.toReversed())).toEqual(gaps)
    expect(await told([...after], [third], [fourth, first], [second])).toEqual(gaps)
  })

  it('keeps gaps as rows; late messages shrink, split and close them', async () => {
    await forget(smibs.harbour.id)
    const t = newest().at
    await send([numbered(10, t), numbered(20, t + 10_000)])
    expect(await breaks()).toMatchObject([{ kind: 'gap', from_seq: 10, to_seq: 20, closed_at: null }])
    await send([numbered(15, t + 5000)])
    expect(await breaks()).toMatchObject([
      { from_seq: 10, to_seq: 15 },
      { from_seq: 15, to_seq: 20 },
    ])
    await send([11, 12, 13, 14].map(number => numbered(number, t + number)))
    expect((await breaks()).filter(one => one.closed_at === null)).toMatchObject([
      { from_seq: 15, to_seq: 20 },
    ])
    expect(await verdicts([numbered(15, t + 5001)])).toEqual(['sequence_conflict'])
  })

  it('begins a new run when the board restarts, and then takes low numbers again', async () => {
    const t = newest().at + 600_000
    expect(await verdicts([numbered(1, t), numbered(2, t + 1000), numbered(10, t + 2000)])).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ])
    expect((await breaks()).filter(one => one.kind === 'reset')).toMatchObject([
      { from_seq: 20, to_seq: 1, run: 1 },
    ])
    expect((await breaks()).filter(one => one.run === 1 && one.kind === 'gap')).toMatchObject([
      { from_seq: 2, to_seq: 10 },
    ])
    // Late, from before the restart: it belongs to the first run.
    expect(await verdicts([numbered(16, newest().at - 100_000)])).toEqual(['accepted'])
    expect(
      await backend.db
        .selectFrom('messages')
        .select('run')
        .where('smib_id', '=', smibs.harbour.id)
        .where('message_seq_nr', '=', 16)
        .execute(),
    ).toEqual([{ run: 0 }])
  })

  it('loses nothing of a SMIB that restarts within seconds', async () => {
    await forget(smibs.harbour.id)
    const t = newest().at + 1_200_000
    await send([1, 2, 3, 4].map(number => numbered(number, t + number * 100)))
    const again = [1, 2, 3].map(number => numbered(number, t + 1000 + number * 100))
    expect(await verdicts(again)).toEqual(['accepted', 'accepted', 'accepted'])
    expect((await breaks()).filter(one => one.kind === 'reset')).toMatchObject([
      { from_seq: 4, to_seq: 1, run: 1 },
    ])
    expect(await verdicts(again)).toEqual(['duplicate', 'duplicate', 'duplicate'])
    // Neither a moment that has passed nor a number that is too high is a restart.
    expect(await verdicts([numbered(2, t + 1250)])).toEqual(['sequence_conflict'])
    await send([numbered(40, t + 2000), numbered(41, t + 2100)])
    expect(await verdicts([numbered(40, t + 2200)])).toEqual(['sequence_conflict'])
  })
})
