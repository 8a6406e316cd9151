import { expect, test, vi } from 'vitest'
import '../../definitions'
import { DIRECT_ROWS } from '../../../backend/platform/contract/list'
import { translator } from '../../i18n/i18n.server'
import { FILE_TIME_MS } from '../export/csv.server'

vi.mock('../../session/guard.server', () => ({ guarded: (_: unknown, handler: unknown) => handler }))
vi.mock('../data/columns.server', () => ({ columnsOf: () => Promise.resolve(['server_time']) }))
const { loader } = (await import('./file.route')) as unknown as {
  loader: (ctx: object) => Promise<Response>
}

test.each(['events', 'messages', 'counters', 'slotdata', 'logs'])(
  'of %s without a period no row is read but one: they are counted, and more than a download takes are written in the background',
  async stream => {
    const list = vi.fn((request: { rowsPerPage: number }) =>
      Promise.resolve({
        rows: Array.from({ length: request.rowsPerPage }, () => ({})),
        total: DIRECT_ROWS,
        capped: true,
        as_of: 0,
      }),
    )
    const url = new URL(`http://console.test/${stream}/export.csv`)
    const answer = await loader({
      url,
      params: {},
      api: () => ({ list }),
      can: () => true,
      toast: () => Promise.resolve(),
      t: translator('en'),
      locale: 'en',
      timeZone: 'Europe/Bucharest',
    })
    expect([answer.status, answer.headers.get('Location')?.split('?')[0]]).toEqual([302, `/${stream}/export`])
    expect(list.mock.calls.map(([{ rowsPerPage }]) => rowsPerPage)).toEqual([1])
  },
)

test('for the rows of a file more time is taken than a page has', async () => {
  const list = vi.fn((_request: { rowsPerPage: number }, _options?: { timeLimitMs: number }) =>
    Promise.resolve({ rows: [], total: 0, as_of: 0 }),
  )
  await loader({
    url: new URL('http://console.test/counters/export.csv?timeRange=now-6h'),
    params: {},
    api: () => ({ list }),
    can: () => true,
    toast: () => Promise.resolve(),
    t: translator('en'),
    locale: 'en',
    timeZone: 'Europe/Bucharest',
  })
  expect(list.mock.calls.map(([{ rowsPerPage }, options]) => [rowsPerPage, options])).toEqual([
    [1, undefined],
    [DIRECT_ROWS, { timeLimitMs: FILE_TIME_MS }],
  ])
  expect(FILE_TIME_MS).toBeGreaterThan(5_000)
})
