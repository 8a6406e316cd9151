import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { numberOf } from '../../platform/db/short-ids'
import type { IngestAnswer, IngestMessage } from './ingest.contract'

let backend: TestBackend
let at: number
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(() => {
  at = backend.clock() - 3_600_000
})

let seq = 100
const message = (over: Partial<IngestMessage> = {}): IngestMessage => ({
  smib_id: smibs.bellLink.mac,
  message_seq_nr: ++seq,
  server_time_nano: `${(at += 1000)}000000`,
  ...over,
})
const counters = (coinIn: number, more: Record<string, number> = {}) => [
  { game_nr: 0, meters: { '0000': coinIn, ...more } },
]

async function send(messages: unknown[], token = backend.ingestTokens.carpathia): Promise<IngestAnswer> {
  const { status, body } = await backend.json<{ data: IngestAnswer }>('/api/rawdata/v1/ingest', {
    token,
    body: { messages },
  })
  expect(status).toBe(200)
  return body.data
}
const verdicts = async (messages: unknown[], token?: string) =>
  (await send(messages, token)).verdicts.map(one => one.code ?? one.verdict)
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

describe('a batch of messages', () => {
  it('is answered with one verdict each, and stored with its events and counters', async () => {
    const first = message({
      events: [{ event_seq_nr: 1, code: '17' }],
      counters: counters(1000, { '000C': 250, '0041': 7 }),
    })
    expect(await send([first])).toEqual({
      accepted: 1,
      duplicates: 0,
      refused: 0,
      verdicts: [{ index: 0, verdict: 'accepted' }],
    })
    const slot = await backend.db
      .selectFrom('slots')
      .selectAll()
      .where('id', '=', slots.bellLink.id)
      .executeTakeFirstOrThrow()
    expect([slot.credits, slot.last_reading_at, slot.version]).toEqual([250, at, 1])
    const smib = await backend.db
      .selectFrom('smibs')
      .selectAll()
      .where('id', '=', smibs.bellLink.id)
      .executeTakeFirstOrThrow()
    // Heard is when it came; its figures are as old as they say.
    expect([
      smib.last_message_seq,
      smib.last_reading_at,
      smib.last_seen_at,
      smib.online_since,
      smib.version,
    ]).toEqual([seq, at, backend.clock(), backend.clock(), 1])
    const reading = await backend.db
      .selectFrom('counter_readings')
      .selectAll()
      .where('slot_id', '=', slots.bellLink.id)
      .executeTakeFirstOrThrow()
    expect([reading.coin_in, reading.coin_out, reading.more, reading.currency]).toEqual([
      1000,
      null,
      '{"0041":7}',
      'RON',
    ])
  })

  it('may be repeated: what was stored is a duplicate, also within one batch', async () => {
    const one = message({ counters: counters(5000) })
    expect(await verdicts([one, one])).toEqual(['accepted', 'duplicate'])
    expect(await verdicts([one])).toEqual(['duplicate'])
    expect(
      await backend.db
        .selectFrom('messages')
        .selectAll()
        .where('message_seq_nr', '=', one.message_seq_nr)
        .execute(),
    ).toHaveLength(1)
  })

  it('refuses another content under a number that is taken', async () => {
    const one = message({ counters: counters(6000) })
    expect(await verdicts([one, { ...one, counters: counters(6001) }])).toEqual([
      'accepted',
      'sequence_conflict',
    ])
    expect(await verdicts([{ ...one, server_time_nano: `${at + 60_000}000000` }])).toEqual([
      'sequence_conflict',
    ])
    await send([message(), message()])
    expect(await verdicts([{ ...one, server_time_nano: `${at + 1}000000` }])).toEqual(['sequence_conflict'])
  })

  it('refuses what it cannot believe message by message, and keeps the rest', async () => {
    expect(
      await verdicts([
        message({ smib_id: 'ffffffffffff' }),
        message({ smib_id: smibs.ribeira.mac }),
        message(),
        null,
        'text',
        { ...message(), message_seq_nr: -1 },
        { ...message(), message_seq_nr: '7' },
        message({ counters: counters(-1) }),
        message({ counters: counters(1.5) }),
        message({ counters: counters(2 ** 53) }),
        message({ counters: counters(1, { COIN: 1 }) }),
        message({ counters: [{ game_nr: 0, meters: { '0000': 'many' as unknown as number } }] }),
        message({ counters: [...counters(1), ...counters(2)] }),
        message({ counters: [{ game_nr: 0, meters: { '000b': 1, '000B': 2 } }] }),
        message({ server_time_nano: '17' }),
        message({ events: [{ event_seq_nr: 1, code: 'XY' }] }),
        message({ events: [{ event_seq_nr: 1, code: '11', at: 5 }] }),
      ]),
    ).toEqual([
      'unknown_smib',
      'unknown_smib',
      'accepted',
      'malformed',
      'malformed',
      'malformed',
      'malformed',
      'value_out_of_range',
      'value_out_of_range',
      'value_out_of_range',
      'unknown_meter',
      'malformed',
      'malformed',
      'malformed',
      'clock',
      'malformed',
      'clock',
    ])
  })

  it("takes every tenant's boards from the system's own token", async () => {
    expect(
      await verdicts([message({ smib_id: smibs.ribeira.mac }), message()], backend.ingestTokens.system),
    ).toEqual(['accepted', 'accepted'])
  })

  it('refuses an archived board, and counters of a board without a machine', async () => {
    await backend.db
      .updateTable('smibs')
      .set({ archived_at: at })
      .where('id', '=', smibs.novoline.id)
      .execute()
    expect(await verdicts([message({ smib_id: smibs.novoline.mac })])).toEqual(['smib_archived'])
    await backend.db
      .updateTable('smibs')
      .set({ archived_at: null, slot_id: null })
      .where('id', '=', smibs.novoline.id)
      .execute()
    expect(
      await verdicts([
        message({ smib_id: smibs.novoline.mac, counters: counters(1) }),
        message({ smib_id: smibs.novoline.mac }),
      ]),
    ).toEqual(['smib_without_slot', 'accepted'])
    await backend.db
      .updateTable('smibs')
      .set({ slot_id: slots.novoline.id })
      .where('id', '=', smibs.novoline.id)
      .execute()
  })

  it('with a NUL in one message is told of that message, and takes the others', async () => {
    const said = (text: string, nr: number) => [{ event_seq_nr: nr, code: '7E', data: { text } }]
    expect(
      await verdicts([
        message({ events: said('said\u0000', 901) }),
        message({ smib_id: '\u0000' }),
        message({ logs: [{ level: 'error', text: 'CRC\u0000' }] }),
        message({ slot_data: { 'serial\u0000': 'EGT' } }),
        message({ events: said('said', 902) }),
      ]),
    ).toEqual(['malformed', 'malformed', 'malformed', 'malformed', 'accepted'])
  })

  it('with a member that no object may have passes it by as any unknown one, but for a meter of that name', async () => {
    const batch = (...parts: unknown[]) =>
      JSON.stringify({ messages: parts }).replaceAll('"proto"', '"__proto__"')
    const { status, body } = await backend.json<{ data: IngestAnswer }>('/api/rawdata/v1/ingest', {
      token: backend.ingestTokens.carpathia,
      body: batch(
        { ...message(), proto: { kind: 'x' } },
        message({ events: [{ event_seq_nr: 911, code: '7E', data: { text: 'said', proto: 1 } }] }),
        message({ slot_data: { serial: 'EGT', proto: 1 } }),
        message({ counters: [{ meters: { '0000': 1, proto: 2 } }] }),
        message(),
      ),
    })
    expect(status).toBe(200)
    expect(body.data.verdicts.map(one => one.code ?? one.verdict)).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'unknown_meter',
      'accepted',
    ])
    const kept = await backend.db
      .selectFrom('events')
      .select('data')
      .where('event_seq_nr', '=', 911)
      .execute()
    expect(kept).toEqual([{ data: '{"text":"said"}' }])
    expect(
      (
        await backend.json('/api/rawdata/v1/ingest', {
          token: backend.ingestTokens.carpathia,
          body: '{"__proto__":{},"messages":[{}]}',
        })
      ).status,
    ).toBe(422)
  })

  it('is refused whole when it is too large or no batch at all', async () => {
    const ask = (body: unknown, token = backend.ingestTokens.carpathia) =>
      backend.json<{ error: { code: string } }>('/api/rawdata/v1/ingest', { token, body })
    expect((await ask({ messages: Array.from({ length: 501 }, () => null) })).status).toBe(413)
    expect(
      (
        await ask({
          messages: [
            message({
              events: Array.from({ length: 2001 }, (_, event_seq_nr) => ({ event_seq_nr, code: '7E' })),
            }),
          ],
        })
      ).body.error.code,
    ).toBe('batch_too_large')
    expect((await ask('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await ask({ messages: [] })).status).toBe(422)
    expect((await ask({ messages: 7 })).status).toBe(422)
    expect((await ask('{')).status).toBe(400)
    expect((await ask({ messages: [] }, 'bo_wrong')).status).toBe(401)
    expect(
      (await backend.request('/api/rawdata/v1/ingest', { as: 'ana', body: { messages: [null] } })).status,
    ).toBe(403)
  })

  it('is refused when its token sends too much, and says when to come back', async () => {
    const large = JSON.stringify({ messages: [{ events: Array.from({ length: 2_000 }, () => 0) }] })
    // The limiter's second does not pass, however slow this computer is.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        backend.request('/api/rawdata/v1/ingest', { token: backend.ingestTokens.lusitania, body: large }),
      ),
    ).finally(() => vi.useRealTimers())
    const refused = answers.filter(answer => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(((await refused[0]?.json()) as { error: { code: string } }).error.code).toBe('rate_limited')
    expect(await verdicts([message()]), 'another token').toEqual(['accepted'])
  })

  it('leaves nothing behind when the database fails half-way', async () => {
    const before = await backend.db
      .selectFrom('messages')
      .select(e => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    // SQLite and PostgreSQL both refuse the roll-up, the last of the counter writes.
    await backend.db.schema.alterTable('counter_days').renameTo('counter_days_away').execute()
    const refused = await backend.request('/api/rawdata/v1/ingest', {
      token: backend.ingestTokens.carpathia,
      body: { messages: [message({ counters: counters(9000) })] },
    })
    expect(refused.status).toBe(500)
    await backend.db.schema.alterTable('counter_days_away').renameTo('counter_days').execute()
    expect(
      await backend.db
        .selectFrom('messages')
        .select(e => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before)
    expect(
      await backend.db.selectFrom('counter_readings').selectAll().where('coin_in', '=', 9000).execute(),
    ).toEqual([])
  })

  it('survives rivals: the same messages sent by several at once count once', async () => {
    const batch = Array.from({ length: 40 }, (_, index) => message({ counters: counters(20_000 + index) }))
    const answers = await Promise.all([0, 1, 2, 3].map(() => send(batch)))
    expect(answers.reduce((sum, one) => sum + one.accepted, 0)).toBe(40)
    expect(answers.reduce((sum, one) => sum + one.duplicates, 0)).toBe(120)
  })

  it('of several boards may come from several senders at once, in any order', async () => {
    const boards = [smibs.bellLink, smibs.novoline, smibs.harbour, smibs.ribeira]
    const made = boards.flatMap(({ mac }) =>
      Array.from({ length: 6 }, (_, index) =>
        message({
          smib_id: mac,
          message_seq_nr: 50_000 + index,
          counters: counters(50_000 + index),
          events: [{ event_seq_nr: index, code: '51' }],
        }),
      ),
    )
    const senders = [
      made,
      [...made].reverse(),
      made.filter((_, index) => index % 2),
      made.filter((_, index) => index % 3).reverse(),
    ]
    const answers = await Promise.all(senders.map(batch => send(batch, backend.ingestTokens.system)))
    expect(answers.map(one => one.refused)).toEqual([0, 0, 0, 0])
    expect(answers.reduce((sum, one) => sum + one.accepted, 0)).toBe(made.length)
  })
})

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
    const t = at
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
    // Kept with the numbering, also from one batch to the next.
    expect(await told(...[...all, ...after].map(one => [one]))).toEqual(gaps)
    // Whatever the order of arrival: what stands before the missing numbers decides.
    const [first, second, third, fourth] = all
    if (!first || !second || !third || !fourth) throw new Error('four messages')
    expect(await told([first], [fourth], [third], [second], after.toReversed())).toEqual(gaps)
    expect(await told([...after], [third], [fourth, first], [second])).toEqual(gaps)
  })

  it('keeps gaps as rows; late messages shrink, split and close them', async () => {
    await forget(smibs.harbour.id)
    const t = at
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
    const t = at + 600_000
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
    expect(await verdicts([numbered(16, at - 100_000)])).toEqual(['accepted'])
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
    const t = at + 1_200_000
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
