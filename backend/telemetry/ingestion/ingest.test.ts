import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { sender } from '../../../tests/support/sender'
import type { IngestAnswer } from './ingest.contract'

let backend: TestBackend
const { begin, newest, message, counters, send, verdicts } = sender(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(begin)

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
    expect([slot.credits, slot.last_reading_at, slot.version]).toEqual([250, newest().at, 1])
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
    ]).toEqual([newest().seq, newest().at, backend.clock(), backend.clock(), 1])
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
    expect(await verdicts([{ ...one, server_time_nano: `${newest().at + 60_000}000000` }])).toEqual([
      'sequence_conflict',
    ])
    await send([message(), message()])
    expect(await verdicts([{ ...one, server_time_nano: `${newest().at + 1}000000` }])).toEqual([
      'sequence_conflict',
    ])
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
      .set({ archived_at: newest().at })
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
})
