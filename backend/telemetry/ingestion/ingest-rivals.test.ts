import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { inCircle, touched } from '../../../tests/support/lock-circle'
import { sender } from '../../../tests/support/sender'

let backend: TestBackend
const { begin, message, counters, send, verdicts } = sender(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(begin)

describe('a batch of messages', () => {
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
    expect(await refused[0]?.json()).toMatchObject({ error: { code: 'rate_limited' } })
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

  it('takes a slot before its SMIB, as whoever moves the slot', async () => {
    // Of another reading in the same hour only presence is written of a slot.
    expect(await verdicts([message({ counters: counters(29_000) })])).toEqual(['accepted'])
    const answers = await inCircle(
      backend.db,
      touched('slots', slots.bellLink.id),
      () => verdicts([message({ counters: counters(30_000) })]),
      touched('smibs', smibs.bellLink.id),
    )
    expect(answers).toEqual(['accepted'])
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
