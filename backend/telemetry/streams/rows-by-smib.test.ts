/** Logs in the order of the specification: SMIB by SMIB, of one, several or all, by page, by cursor and in a file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ingest } from '../ingestion/ingest.service'
import type { LogRow } from './records.contract'
import { keysBySmib } from './rows-by-smib.queries'
import type { StreamFilter } from './stream-filter'
import { rowsOf } from './streams.queries'

let backend: TestBackend
let start: number
const MINUTE = 60_000
/** By their MAC addresses, downwards: what the list opens with. */
const [first, second] = [smibs.bellLink, smibs.novoline].sort((a, b) => (a.mac < b.mac ? 1 : -1)) as [
  typeof smibs.bellLink,
  typeof smibs.novoline,
]
const inOrder = ['first 4', 'first 3', 'first 2', 'first 1', 'first 0', 'second 2', 'second 1', 'second 0']

beforeAll(async () => {
  backend = await testBackend()
  start = backend.clock() - 60 * MINUTE
  const messages = (smib_id: string, name: string, count: number, offset: number) =>
    Array.from({ length: count }, (_, nr) => ({
      smib_id,
      message_seq_nr: nr + 1,
      server_time_nano: `${start + offset + nr * MINUTE}000000`,
      logs: [{ level: nr === 0 ? 'error' : 'info', text: `${name} ${nr}` }],
    }))
  // The second SMIB's lines are newer than all of the first's: by time they would come before.
  await ingest(backend.deps, { tenantId: null }, [
    ...messages(first.mac, 'first', 5, 0),
    ...messages(second.mac, 'second', 3, 20 * MINUTE),
  ])
})
afterAll(() => backend.close())

interface Answer {
  rows: LogRow[]
  total: number
  cursors: { before: string | null; after: string | null }
}
async function list(body: object = {}, as: Person = 'olga') {
  const { body: answer } = await backend.json<{ data: Answer }>('/api/rawdata/v1/logs', { as, body })
  const { rows, total, cursors } = answer.data
  return { texts: rows.map(row => row.text), rows, total, cursors }
}

describe('logs of several SMIBs', () => {
  it('stand SMIB by SMIB unless another order is asked for, in both directions', async () => {
    const { texts, total, rows } = await list()
    expect([texts, total]).toEqual([inOrder, inOrder.length])
    expect(rows.map(row => row.smib_id)).toEqual([...rows.map(row => row.smib_id)].sort().reverse())
    const up = await list({ sortBy: ['smib_id'], sortDirection: ['ASC'] })
    expect(up.texts).toEqual([...inOrder].reverse())
    const byTime = await list({ sortBy: ['server_time'], sortDirection: ['DESC'] })
    expect(byTime.texts[0]).toBe('second 2')
  })

  it('are asked for by several SMIBs, whichever way they are named', async () => {
    for (const body of [
      { smibid: [first.mac, second.id] },
      { exactFields: ['smib'], exactValues: [[first.id, second.id]] },
    ])
      expect((await list(body)).texts).toEqual(inOrder)
    expect((await list({ smibid: second.mac })).texts).toEqual(['second 2', 'second 1', 'second 0'])
    expect((await list({ exactFields: ['level'], exactValues: ['error'] })).texts).toEqual([
      'first 0',
      'second 0',
    ])
  })

  it('are the same by page and by cursor, forwards and back', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map(page => list({ page, rowsPerPage: 3 })))
    expect(pages.flatMap(page => page.texts)).toEqual(inOrder)
    const [one] = pages
    const two = await list({ after: one?.cursors.after, rowsPerPage: 3 })
    expect(two.texts).toEqual(inOrder.slice(3, 6))
    const three = await list({ after: two.cursors.after, rowsPerPage: 3 })
    expect([three.texts, three.cursors.after]).toEqual([inOrder.slice(6), null])
    const back = await list({ before: three.cursors.before, rowsPerPage: 4 })
    expect(back.texts).toEqual(inOrder.slice(2, 6))
    const begin = await list({ before: back.cursors.before, rowsPerPage: 4 })
    expect([begin.texts, begin.cursors.before]).toEqual([inOrder.slice(0, 2), null])
  })

  it('stay with their tenant, and in their period', async () => {
    expect((await list({}, 'paulo')).total).toBe(0)
    const { texts } = await list({ dateStart: start + 2 * MINUTE, dateEnd: start + 21 * MINUTE })
    expect(texts).toEqual(['first 4', 'first 3', 'first 2', 'second 0'])
  })

  it('are a file in the same order, which says no to one that is too long', async () => {
    const query = {
      table: 'smib_logs',
      places: {},
      also: {},
      conditions: [],
      search: null,
      withArchived: true,
      from: start,
      to: start + 60 * MINUTE,
      direction: 'desc',
      bySmib: true,
    } satisfies StreamFilter
    const scope = { tenantId: null } as Parameters<typeof rowsOf>[1]
    const keys: string[] = []
    for await (const piece of keysBySmib(backend.db, scope, query, 8, 2)) keys.push(...piece)
    const rows = await rowsOf<LogRow>(backend.db, scope, 'smib_logs', keys)
    expect(rows.map(row => row.text)).toEqual(inOrder)
    await expect(async () => {
      for await (const piece of keysBySmib(backend.db, scope, query, 6, 2)) keys.push(...piece)
    }).rejects.toMatchObject({ status: 413 })
  })
})
