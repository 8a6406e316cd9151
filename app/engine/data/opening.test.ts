import { describe, expect, test } from 'vitest'
import { resources } from '../../definitions'
import type { Resource } from '../definition/resource'
import { hrefOf, readListQuery } from '../address/list-query'
import { landingPage } from './list.server'
import { isOpening, openingQuery, orderFor } from './opening'

const queues = (Object.values(resources) as Resource[]).filter(({ list }) => list.opens)
const bare = ({ path }: Resource) => new URL(path, 'http://console')
const view = {
  _id: 'a'.repeat(24),
  version: 1,
  updated_at: 0,
  name: 'Mine',
  search: 'state=decided',
  shared: false,
  own: true,
  changeable: true,
  owner: { _id: 'b'.repeat(24), name: 'Ana' },
}
const none = { views: [], default_view: null, lost_default: null }

describe('a work queue', () => {
  test('opens with one of its own links, in an order that it knows', () => {
    expect(queues.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['repairs', 'anomalies', 'notifications', 'approvals', 'reopenings']),
    )
    for (const queue of queues) {
      const { list } = queue
      expect(list.shows[list.opens?.show ?? ''], queue.name).toBeDefined()
      const { query, notices } = readListQuery(
        new URL(landingPage(bare(queue), queue, null, none) ?? '', 'http://console').searchParams,
        list,
        'UTC',
      )
      expect(notices, queue.name).toEqual([])
      expect(query, queue.name).toEqual(openingQuery(queue))
      expect(isOpening(queue, query), queue.name).toBe(true)
    }
  })

  test('opens with a person’s own default view where there is one, and changes no address that asks anything', () => {
    const { repairs } = resources
    expect(landingPage(bare(repairs), repairs, 50, none)).toBe(
      '/repairs?state=open&state=contested&sortDirection=asc&rowsPerPage=50',
    )
    const mine = { views: [view], default_view: view._id, lost_default: null }
    expect(landingPage(bare(repairs), repairs, null, mine)).toBe(`/repairs?state=decided&view=${view._id}`)
    for (const search of ['view=all', 'kind=cleared', 'page=2'])
      expect(landingPage(new URL(`/repairs?${search}`, 'http://console'), repairs, 50, none)).toBeUndefined()
  })

  test('shown as a whole, stays so on the way back from its commands and columns', () => {
    const { list, path } = resources.notifications
    const { query } = readListQuery(new URLSearchParams('view=all&selected=1'), list, 'UTC')
    expect(hrefOf(path, query, list)).toBe('/notifications/list?view=all')
    expect(hrefOf(path, query, list, { filters: { seen: ['0'] } })).toBe('/notifications/list?seen=0')
  })

  test('leaves its order behind with its filters, and keeps one that was chosen', () => {
    const { repairs } = resources
    const opening = openingQuery(repairs) ?? expect.unreachable()
    expect(orderFor(repairs, opening)).toEqual({ sortBy: 'crossing', sortDirection: 'desc' })
    expect(orderFor(repairs, { ...opening, sortDirection: 'desc' }, 'open')).toEqual({
      sortBy: 'crossing',
      sortDirection: 'asc',
    })
    expect(orderFor(repairs, { ...opening, sortBy: 'slot' }, 'open')).toEqual({})
  })
})
