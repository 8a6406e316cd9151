import { describe, expect, it } from 'vitest'
import { resources } from '../../definitions'
import { tabsAt } from './record-tabs'

const id = 'a'.repeat(24)
const other = 'b'.repeat(24)
const tabs = (path: string, can: Parameters<typeof tabsAt>[2] = () => true) =>
  tabsAt(new URL(`http://console${path}`), Object.values(resources), can)
/** The first address of the record, and which tab and page are open. */
const open = (path: string) => {
  const found = tabs(path)
  const current = found?.find(({ isCurrent }) => isCurrent)
  return found && [found[0]?.href, current?.name, current?.pages.find(({ isCurrent }) => isCurrent)?.label]
}

describe('the tabs of a record', () => {
  it('stay on each of its pages, with the right one open', () => {
    const slot = `/slots/${id}`
    expect(open(slot)).toEqual([slot, 'overview', 'engine:detail.overview'])
    expect(open(`${slot}?tab=timeline`)).toEqual([slot, 'timeline', 'overview:timeline'])
    expect(open(`${slot}?tab=timeline&days=7`)).toEqual([slot, 'timeline', 'overview:timeline'])
    expect(open(`${slot}?tab=cellars`)).toEqual([slot, 'overview', 'engine:detail.overview'])
    expect(open(`/events/${id}?type=slot&timeRange=today`)).toEqual([slot, 'timeline', 'events:title'])
    expect(open(`${slot}/days?by=month`)).toEqual([slot, 'days', 'console:crumbs.days'])
    expect(open(`/repairs?slot=${id}&state=open`)).toEqual([slot, 'days', 'repairs:title'])
    expect(open(`${slot}/meters`)).toEqual([slot, 'meters', 'config:links.meters'])
    expect(open(`/counters/logic/${id}?type=slot`)).toEqual([slot, 'meters', 'counters-logic:title'])
    expect(open(`/config/slot/${id}`)).toEqual([slot, 'configuration', 'config:links.sas'])
    expect(open(`/messages/${id}?type=slot`)).toEqual([slot, 'raw', 'messages:title'])
  })

  it('are those of whose rows an address without a type, or with an unknown one, means', () => {
    expect(open(`/counters/${id}`)?.[0]).toBe(`/advanced/smibs/${id}`)
    expect(open(`/counters/${id}?type=smib`)?.[0]).toBe(`/advanced/smibs/${id}`)
    expect(open(`/counters/${id}?type=cellar`)?.[0]).toBe(`/advanced/smibs/${id}`)
    expect(open(`/counters/${id}?type=location`)?.[0]).toBe(`/locations/${id}`)
    expect(open(`/events/${id}`)?.[0]).toBe(`/tenants/${id}`)
  })

  it('are not on lists of several, on forms, on paper, nor where no record is', () => {
    for (const path of [
      '/slots',
      '/events',
      '/repairs',
      `/repairs?slot=${id}&slot=${other}`,
      '/repairs?slot=x',
      `/slots/${id}/edit`,
      `/slots/${id}/lock`,
      `/events/${id}/print?type=slot`,
      '/slots/views',
      '//',
    ])
      expect(tabs(path), path).toBeNull()
  })

  it('are those that the reader may open, and none where only the overview is left', () => {
    const names = tabs(`/slots/${id}`, rule => rule === 'slot::list')?.map(({ name }) => name)
    expect(names).toEqual(['overview', 'timeline', 'meters', 'configuration'])
    expect(tabs(`/locations/${id}`, () => false)).toBeNull()
  })
})
