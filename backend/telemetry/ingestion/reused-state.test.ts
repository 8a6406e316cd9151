import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { refusing } from '../../../tests/support/refusing'
import { lawRuns } from '../../../tests/support/law-runs'
import type { Deps } from '../../platform/deps'
import type { IngestMessage } from './ingest.contract'
import { queueOf } from './ingest-queue'
import { ingest } from './ingest.service'
import type { Batch } from './batch'

let backend: TestBackend
let start: number
beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 3_600_000
})
afterAll(() => backend.close())

const boards = [smibs.bellLink, smibs.novoline, smibs.harbour]
const run = (text: string) => backend.db.executeQuery(CompiledQuery.raw(text))

// Each test goes on where the one before ended: SMIBs number their messages once, and meters only rise.
let newest = 0
const coinIn = (seq: number) => 1_000 + seq * 10
const message = (smib: { mac: string }, seq: number, told = coinIn(seq)): IngestMessage => ({
  smib_id: smib.mac,
  message_seq_nr: seq,
  server_time_nano: `${start + seq * 1000}000000`,
  counters: [{ game_nr: 0, meters: { '0000': told } }],
})
const deliver = (messages: IngestMessage[]) => ingest(backend.deps, { tenantId: null }, messages)

async function readingsOf(slotId: string): Promise<number[]> {
  const rows = await backend.db
    .selectFrom('counter_readings')
    .select('coin_in')
    .where('slot_id', '=', slotId)
    .orderBy('server_time')
    .execute()
  return rows.map(row => row.coin_in ?? -1)
}

async function movedOf(slotId: string): Promise<number> {
  const { sum } = await backend.db
    .selectFrom('counter_days')
    .select(eb => eb.fn.sum<number>('coin_in').as('sum'))
    .where('slot_id', '=', slotId)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

describe('where slots stand, kept from one group of batches to the next', () => {
  it('is asked for anew after somebody else has written it', async () => {
    const { id } = slots.bellLink
    await deliver([message(smibs.bellLink, ++newest)])
    await deliver([message(smibs.bellLink, ++newest)])
    const moved = await movedOf(id)
    const told = coinIn(newest)
    await queueOf(backend.deps).alone(async () => {
      await run(
        `update counter_latest set meters = replace(meters, '[${told},', '[${told + 4},') where slot_id = '${id}'`,
      )
    })
    await deliver([message(smibs.bellLink, ++newest)])
    expect(await movedOf(id)).toBe(moved + coinIn(newest) - told - 4)
  })

  it('leaves every reading that was acknowledged stored once, and sums that are what the meters moved', async () => {
    // In rounds: numbers held back for a later one, one that the database refuses, one that is sent twice, and somebody
    // who asks to be alone.
    const round = fc.record({
      batches: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
      held: fc.option(fc.nat(14), { freq: 3 }),
      refused: fc.option(fc.nat(14), { freq: 2 }),
      again: fc.option(fc.nat(14), { freq: 3 }),
      alone: fc.constantFrom(false, false, true),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async rounds => {
        const first = newest + 1
        const acknowledged = new Set<number>()
        const missing: number[] = []
        const send = async (numbers: number[]) => {
          const { accepted, duplicates } = await deliver(
            numbers.flatMap(seq => boards.map(smib => message(smib, seq))),
          )
          expect(accepted + duplicates).toBe(numbers.length * boards.length)
          for (const seq of numbers) acknowledged.add(seq)
        }
        for (const { batches, held, refused, again, alone } of rounds) {
          const sent = batches.map(size => Array.from({ length: size }, () => ++newest))
          const own = sent.flat()
          const heldBack = held === null ? undefined : own[held]
          const bad = refused === null || own[refused] === heldBack ? undefined : own[refused]
          const twice = again === null ? undefined : own[again]
          const all = sent.map(numbers => numbers.filter(seq => seq !== heldBack))
          if (twice !== undefined && twice !== heldBack && twice !== bad) all.push([twice])
          // What was left behind comes beside what is new.
          for (const seq of missing.splice(0)) all.push([seq])
          if (heldBack !== undefined) missing.push(heldBack)
          const deliverAll = async () => {
            const quiet = alone ? queueOf(backend.deps).alone(async () => {}) : undefined
            const outcomes = await Promise.allSettled(all.filter(one => one.length > 0).map(send))
            await quiet
            expect(outcomes.filter(one => one.status === 'rejected').length).toBe(bad === undefined ? 0 : 1)
          }
          await (bad === undefined ? deliverAll() : refusing(backend, coinIn(bad), deliverAll))
          missing.push(...own.filter(seq => !acknowledged.has(seq) && seq !== heldBack))
        }
        for (const seq of missing) await send([seq])
        const expected = Array.from({ length: newest - first + 1 }, (_, index) => coinIn(first + index))
        for (const slotId of [slots.bellLink.id, slots.novoline.id, slots.harbour.id]) {
          expect((await readingsOf(slotId)).filter(credits => credits >= coinIn(first))).toEqual(expected)
        }
      }),
      { numRuns: lawRuns(12) },
    )
    for (const slotId of [slots.novoline.id, slots.harbour.id])
      expect(await movedOf(slotId)).toBe(coinIn(newest) - ((await readingsOf(slotId))[0] ?? 0))
  })
})

describe('room for more', () => {
  /** Each transaction lasts until it is let go. */
  function heldQueue() {
    const running: (() => void)[] = []
    const execute = () =>
      new Promise(resolve => running.push(() => resolve({ plan: { placed: [] }, raised: [] })))
    const db = { transaction: () => ({ execute }) } as unknown as Deps['db']
    return { queue: queueOf({ db, engine: 'postgres' } as Deps), running }
  }
  const batchOf = (smibId: string, events: number): Batch =>
    ({
      known: [{ smib: { smibId }, message: { events: Array(events - 1).fill({}), counters: [] } }],
    }) as never
  const turn = () => new Promise(resolve => setImmediate(resolve))

  it('is there until what waits would fill a transaction, and again once that is taken; all are answered', async () => {
    const { queue, running } = heldQueue()
    const answered: number[] = []
    let asked = 0
    const join = async (nr: number, rows: number) => {
      void queue.join(batchOf(`smib-${nr}`, rows)).then(() => answered.push(nr))
      asked++
      void queue.room().then(() => asked--)
      await turn()
    }
    // As many as are stored side by side: none of them waits.
    for (const nr of [1, 2, 3, 4]) await join(nr, 1_500)
    expect([running.length, asked]).toEqual([4, 0])
    await join(5, 1_500)
    expect(asked).toBe(0)
    await join(6, 1_500)
    expect(asked).toBe(1)
    // Whoever does not ask is not turned away: only senders that wait for room are held back.
    await join(7, 100)
    expect([running.length, asked]).toEqual([4, 2])
    running.shift()?.()
    await turn()
    expect([running.length, asked, answered]).toEqual([4, 0, [1]])
    while (running.length > 0) {
      running.shift()?.()
      await turn()
    }
    expect(answered.sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('is used by other SMIBs while batches of one wait for that which is being stored', async () => {
    const { queue, running } = heldQueue()
    const answered: string[] = []
    const join = (smib: string, name: string) =>
      void queue.join(batchOf(smib, 10)).then(() => answered.push(name))
    join('a', 'first of a')
    join('a', 'second of a')
    join('b', 'first of b')
    join('a', 'third of a')
    await turn()
    expect(running).toHaveLength(2)
    running.shift()?.()
    await turn()
    expect([running.length, answered]).toEqual([2, ['first of a']])
    running.pop()?.()
    await turn()
    expect(answered, 'both that waited, in one transaction').toEqual([
      'first of a',
      'second of a',
      'third of a',
    ])
    running.pop()?.()
    await turn()
    expect(answered).toHaveLength(4)
  })
})
