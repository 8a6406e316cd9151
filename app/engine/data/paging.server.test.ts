import { describe, expect, it } from 'vitest'
import { hrefOf } from '../address/list-query'
import { pageInReach, readPage } from './paging.server'
import type { ListSpec, Notice } from '../address/list-spec'

/** 23 rows, told by page number. */
const rows = Array.from({ length: 23 }, (_, number) => number)
function list() {
  const asked: number[] = []
  const ask = ({ page, rowsPerPage }: { page: number; rowsPerPage: number }) => {
    asked.push(page)
    return Promise.resolve({
      rows: rows.slice((page - 1) * rowsPerPage, page * rowsPerPage),
      total: rows.length,
    })
  }
  return { asked, ask }
}

describe('a page of a list', () => {
  it('within reach is asked for once, and nothing is said', async () => {
    const { asked, ask } = list()
    const notices: Notice[] = []
    expect((await pageInReach({ page: 3, rowsPerPage: 10 }, notices, ask)).answer.rows).toEqual([20, 21, 22])
    expect({ asked, notices }).toEqual({ asked: [3], notices: [] })
  })

  it('beyond the last one is the last one, and that is said', async () => {
    const { asked, ask } = list()
    const notices: Notice[] = []
    const { query, answer } = await pageInReach({ page: 99, rowsPerPage: 10, filters: 'kept' }, notices, ask)
    expect({ query, rows: answer.rows, asked }).toEqual({
      query: { page: 3, rowsPerPage: 10, filters: 'kept' },
      rows: [20, 21, 22],
      asked: [99, 3],
    })
    expect(notices).toEqual([{ parameter: 'page', value: '99', reason: 'beyond' }])
  })

  it('of an empty list is the first', async () => {
    expect(
      (await pageInReach({ page: 2, rowsPerPage: 10 }, [], () => Promise.resolve({ total: 0 }))).query.page,
    ).toBe(1)
    const notices: Notice[] = []
    await pageInReach({ page: 1, rowsPerPage: 10 }, notices, () => Promise.resolve({ total: 0 }))
    expect(notices).toEqual([])
  })
})

describe('a list with an address of its own', () => {
  const spec: ListSpec = {
    sort: '-id',
    sortKeys: [],
    filters: ['state'],
    accepts: (_filter, text) => text === 'open',
  }
  const at = (search: string, cookie = '') => ({
    url: new URL(`http://console.example/list?${search}`),
    timeZone: 'UTC',
    request: new Request(`http://console.example/list?${search}`, { headers: { Cookie: cookie } }),
  })

  it('asks the backend what its address says, and says what of it was of no use', async () => {
    const { query, notices, answer, failure } = await readPage(
      at('state=open&page=2&rowsPerPage=10&state2=x'),
      spec,
      ({ exactFields, exactValues, page }) =>
        Promise.resolve({ total: 12, told: { exactFields, exactValues, page } }),
    )
    expect(answer?.told).toEqual({ exactFields: ['state'], exactValues: ['open'], page: 1 })
    expect({ page: query.page, failure, unknown: notices.map(({ parameter }) => parameter) }).toEqual({
      page: 2,
      failure: null,
      unknown: ['state2'],
    })
  })

  it('shows as many rows as the reader has chosen, where the address names none (ruling 42)', async () => {
    const read = async (search: string, cookie = '') => {
      const { query } = await readPage(at(search, cookie), spec, () => Promise.resolve({ total: 12 }))
      return [query.rowsPerPage, hrefOf('/list', query, spec)]
    }
    expect(await read('')).toEqual([10, '/list'])
    // The address that they share names the size, so that it shows the same page to others.
    expect(await read('', 'rows=25')).toEqual([25, '/list?rowsPerPage=25'])
    expect(await read('rowsPerPage=10', 'rows=25')).toEqual([10, '/list?rowsPerPage=10'])
    expect(await read('', 'rows=7')).toEqual([10, '/list'])
  })
})
