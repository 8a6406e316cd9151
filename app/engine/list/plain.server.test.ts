import { describe, expect, it } from 'vitest'
import { DIRECT_ROWS } from '../../../backend/contract/list'
import { translator } from '../../i18n/i18n.server'
import type { GuardedContext } from '../../session/guard.server'
import { numberColumn, textColumn, timeColumn, plainListing } from './plain-columns'
import { plainCsv, type PlainAsk } from './plain.server'

interface Job {
  _id: string
  what: string
  at: number | null
  count: number | null
}

const listing = plainListing<Job>({
  sort: '-created_at',
  sortKeys: ['created_at'],
  filters: [{ filter: 'state', values: ['done'], label: () => 'State', word: value => value }],
  texts: 'bulk:fields',
  columns: [
    textColumn('what', job => job.what),
    timeColumn('created_at', job => job.at),
    numberColumn('total', job => job.count),
    { key: 'done', cell: () => 'a button' },
  ],
})
const job = (number: number): Job => ({ _id: String(number), what: `Job ${number}`, at: null, count: number })
const asked = (search = '') =>
  ({
    t: translator('en'),
    locale: 'en',
    timeZone: 'Europe/Bucharest',
    url: new URL(`https://console.test/bulk-actions/export.csv${search}`),
  }) as unknown as GuardedContext
const fileOf = async (ask: PlainAsk<Job>, search?: string) =>
  (await plainCsv(asked(search), listing, ask, 'Bulk actions')).text()
const answer = (rows: Job[], total = rows.length) => Promise.resolve({ rows, total, as_of: 0 })

describe('a list as a file', () => {
  it('has the columns of its page that say something, times with their zone, and no cell that a spreadsheet would run', async () => {
    const text = await fileOf(() =>
      answer([{ _id: '1', what: '=1+1', at: Date.UTC(2026, 6, 1, 12), count: null }]),
    )
    // Reading takes the byte order mark away.
    expect(text).toBe("Action,Created (Europe/Bucharest),Chosen\r\n'=1+1,01/07/2026 15:00:00,\r\n")
    const machine = await fileOf(
      () => answer([{ _id: '1', what: 'a', at: Date.UTC(2026, 6, 1, 12), count: -2 }]),
      '?format=machine',
    )
    expect(machine).toContain('\r\na,2026-07-01T15:00:00+03:00,-2\r\n')
  })

  it('asks for all that the address means, whatever page it shows', async () => {
    const requests: object[] = []
    await fileOf((_, request) => {
      requests.push(request)
      return answer([])
    }, '?state=done&sortBy=created_at&page=3&rowsPerPage=20')
    expect(requests).toEqual([
      expect.objectContaining({
        page: 0,
        rowsPerPage: DIRECT_ROWS,
        exactFields: ['state'],
        exactValues: ['done'],
        sortBy: ['created_at'],
      }),
    ])
  })

  it.each([
    ['state=broken', 'state'],
    ['timeRange=today', 'timeRange'],
    ['query=a', 'query'],
    ['colour=red', 'colour'],
    ['format=excel', 'format'],
    ['sortBy=x', 'sortBy'],
  ])('is not written when its address is half understood: %s', async (search, parameter) => {
    const refused = await plainCsv(asked(`?${search}`), listing, () => answer([]), 'Bulk actions').catch(
      (error: unknown) => error as Response,
    )
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(`- ${parameter}`)])
  })

  it('of one page is whole, though a row came after it was read and before it was counted', async () => {
    expect((await fileOf(() => answer([job(1), job(2)], 3))).trim().split('\r\n')).toHaveLength(3)
  })

  it('of many pages has each row once, also when one comes on top meanwhile', async () => {
    const all = Array.from({ length: DIRECT_ROWS + 2 }, (_, number) => job(number))
    const text = await fileOf((_, { page }) => {
      // A newer one has pushed the last of the first page onto the second.
      const now = page === 0 ? all : [job(-1), ...all]
      return answer(now.slice(page * DIRECT_ROWS, (page + 1) * DIRECT_ROWS), now.length)
    })
    const rows = text.trim().split('\r\n').slice(1)
    expect([rows.length, new Set(rows).size]).toEqual([all.length, all.length])
  })

  it('breaks rather than lack a row that changed places meanwhile', async () => {
    const all = Array.from({ length: DIRECT_ROWS + 2 }, (_, number) => job(number))
    const reading = fileOf((_, { page }) => {
      const now = page === 0 ? all : [all.at(-1) as Job, ...all.slice(0, -1)]
      return answer(now.slice(page * DIRECT_ROWS, (page + 1) * DIRECT_ROWS), now.length)
    })
    await expect(reading).rejects.toThrow('changed places')
  })
})
