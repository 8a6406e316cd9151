/** Pages by cursor: each row once, in the list's order, whatever arrives meanwhile and however deep. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, smibs, tenants } from '../../../tests/people'
import { idsOf } from '../../../tests/support/ids-of'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { listRequest } from '../../platform/contract/list'
import { ingest } from '../ingestion/ingest.service'
import { messageStream } from './stream-request'
import { cursorOf, readCursor } from './stream-order'
import { messages } from './stream-rows'
import { streamSource } from './stream-source'
import { messagesContract } from './streams.contract'

const HOUR = 3_600_000
let backend: TestBackend
let start: number

/** Ten messages of each of two SMIBs, two by two in the same nanosecond, with two events and a reading each. */
beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 10 * HOUR
  await ingest(
    backend.deps,
    { tenantId: null },
    (['bellLink', 'novoline'] as const).flatMap(smib =>
      Array.from({ length: 10 }, (_, nr) => ({
        smib_id: smibs[smib].mac,
        message_seq_nr: nr + 1,
        server_time_nano: `${start + Math.floor(nr / 2) * 60_000}000007`,
        events: [
          { event_seq_nr: 1, code: '7E' },
          { event_seq_nr: 2, code: '51' },
        ],
        counters: [{ meters: { '0000': nr } }],
      })),
    ),
  )
})
afterAll(() => backend.close())

interface Page {
  rows: Record<string, unknown>[]
  total: number
  cursors: { before: string | null; after: string | null }
}
const ask = (name: string, body: object) =>
  backend.json<{ data: Page; error: { fields: object } }>(`/api/rawdata/v1/${name}`, { as: 'olga', body })
const page = async (name: string, body: object): Promise<Page> => (await ask(name, body)).body.data
const known = ({ server_time_nano, message_seq_nr, event_seq_nr, smib_id, code }: Record<string, unknown>) =>
  [server_time_nano, message_seq_nr, event_seq_nr, smib_id, code].join(' ')

describe.each(['events', 'messages', 'counters'])('%s by cursor', name => {
  it.each(['DESC', 'ASC'])('are each on one page, %s, and the same pages lead back', async direction => {
    const order = { sortBy: ['server_time'], sortDirection: [direction] }
    const whole = await page(name, { ...order, rowsPerPage: 500 })
    expect(whole.cursors).toEqual({ before: null, after: null })
    const pages: Page[] = [await page(name, { ...order, rowsPerPage: 7 })]
    while (pages.at(-1)?.cursors.after)
      pages.push(await page(name, { ...order, rowsPerPage: 7, after: pages.at(-1)?.cursors.after }))
    expect(pages.flatMap(one => one.rows.map(known))).toEqual(whole.rows.map(known))
    expect(new Set(pages.map(one => one.total))).toEqual(new Set([whole.rows.length]))
    const back: Page[] = []
    let before = pages.at(-1)?.cursors.before
    while (before) {
      back.unshift(await page(name, { ...order, rowsPerPage: 7, before }))
      before = back[0]?.cursors.before
    }
    expect(back.flatMap(one => one.rows.map(known))).toEqual(
      pages.slice(0, -1).flatMap(one => one.rows.map(known)),
    )
  })
})

describe('a file of messages', () => {
  it('holds them in the list’s order, and nobody else’s', async () => {
    const source = streamSource(messagesContract, messageStream, messages)
    const period = { dateStart: start, dateEnd: start + HOUR }
    const now = backend.clock()
    const [own, other] = [{ tenantId: tenants.carpathia.id }, { tenantId: tenants.lusitania.id }]
    const keys = await idsOf(source, backend.db, own, listRequest.parse(period), 100, now)
    const { rows } = await page('messages', { ...period, rowsPerPage: 500 })
    expect(await source.present(backend.db, own, keys.slice(3, 9), now)).toEqual(rows.slice(3, 9))
    expect(await source.present(backend.db, other, keys, now)).toEqual([])
    await expect(source.total(backend.db, own, listRequest.parse({}), 100, now)).rejects.toMatchObject({
      status: 422,
    })
  })
})

describe('a cursor', () => {
  it('means the same rows after newer ones have arrived, within the period and the filters', async () => {
    const body = { exactFields: ['slot', 'code'], exactValues: [slots.bellLink.id, '51'], rowsPerPage: 3 }
    const first = await page('events', body)
    const asked = { ...body, dateStart: start, dateEnd: start + HOUR, after: first.cursors.after }
    const second = await page('events', asked)
    await ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs.bellLink.mac,
        message_seq_nr: 11,
        server_time_nano: `${start + 30 * 60_000}000000`,
        events: [{ event_seq_nr: 1, code: '51' }],
      },
    ])
    expect((await page('events', asked)).rows).toEqual(second.rows)
    expect(second.rows.map(row => row.message_seq_nr)).toEqual([7, 6, 5])
    // What is newer stands before the first page's rows.
    const newer = await page('events', { ...body, before: first.cursors.after })
    expect(newer.rows.map(row => row.message_seq_nr)).toEqual([11, 10, 9])
    expect(newer.cursors.before).toBeNull()
  })

  it('is refused when it is damaged, of another stream, doubled, or beside a page number', async () => {
    const { cursors } = await page('events', { rowsPerPage: 3 })
    const of = (await page('messages', { rowsPerPage: 3 })).cursors.after
    for (const [body, field] of [
      [{ after: 'events' }, 'after'],
      [{ after: `${cursors.after}.1` }, 'after'],
      [{ after: cursors.after?.replace(/\d+/, 'x') }, 'after'],
      [{ before: of }, 'before'],
      [{ before: 'x'.repeat(201) }, 'before'],
      [{ after: cursors.after, before: cursors.after }, 'before'],
      [{ after: cursors.after, page: 1 }, 'page'],
    ] as const) {
      const answer = await ask('events', body)
      expect(answer.status, JSON.stringify(body)).toBe(422)
      expect(Object.keys(answer.body.error.fields), JSON.stringify(body)).toEqual([field])
    }
  })

  it('keeps what has no number apart from what has', () => {
    const row = { server_time: 5, server_nano: 0, message_seq_nr: null, event_seq_nr: 0, id: 'ab' }
    expect(cursorOf('events', row)).toBe('events.5.0..0.ab')
    expect(readCursor('events', 'events.5.0..0.ab')).toEqual([5, 0, null, 0, 'ab'])
    expect(readCursor('events', 'events.5..1.0.ab')).toBeUndefined()
  })
})
