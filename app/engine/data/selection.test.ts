import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resources } from '../../definitions'
import { pinSelection, readSelection } from './selection.server'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 10, 20) })
})
afterEach(() => {
  vi.useRealTimers()
})

const at = (address: string) => ({
  url: new URL(address, 'http://console.example'),
  timeZone: 'Europe/Bucharest',
})

/** Where the address leads instead; undefined when it stays. */
function pinned(address: string): string | null | undefined {
  try {
    pinSelection(at(address), resources.slots, readSelection(at(address), resources.slots))
    return undefined
  } catch (answer) {
    return (answer as Response).headers.get('Location')
  }
}

describe('all that match, within a relative period', () => {
  it('are asked for by the range that it means now, with everything else of the address', () => {
    expect(pinned('/slots/lock?status=active&timeRange=now-6h&timeZone=UTC&matching=1')).toBe(
      '/slots/lock?status=active&matching=1&dateStart=2026-11-20T04%3A00Z&dateEnd=2026-11-20T11%3A00Z',
    )
  })

  it.each([
    '/slots/lock?timeRange=today&selected=0123456789abcdef01234567',
    '/slots/lock?matching=1',
    '/slots/lock?matching=1&dateStart=2026-11-20T04:00Z&dateEnd=2026-11-20T11:00Z',
    '/slots/lock?matching=1&timeRange=soon',
  ])('%s stays as it is', address => {
    expect(pinned(address)).toBeUndefined()
  })
})

describe('an address that is not understood as a whole', () => {
  const slot = '0123456789abcdef01234567'
  const read = (search: string) => readSelection(at(`/slots/do/lock?${search}`), resources.slots, ['back'])

  it.each([
    ['matching=1&location=zz', 'location', 'unusable'],
    ['matching=1&locaton=0123456789abcdef01234567', 'locaton', 'unknown'],
    ['matching=1&status=broken', 'status', 'unusable'],
    ['matching=1&timeRange=soon', 'timeRange', 'unusable'],
    ['matching=1&timeRange=today&timeZone=Mars', 'timeZone', 'unusable'],
    [`matching=1&query=${'x'.repeat(201)}`, 'query', 'too_long'],
    ['matching=1&query=%00', 'query', 'unusable'],
    [`matching=1&selected=${slot}&selected=zz`, 'selected', 'unusable'],
  ])('%s chooses nothing, since the rest of it would choose more', (search, parameter, reason) => {
    expect(read(search)).toMatchObject({ isUnclear: true, notices: [{ parameter, reason }] })
    expect(pinned(`/slots/do/lock?${search}`)).toBeUndefined()
  })

  it.each([
    [`selected=${slot}&selected=zz`, 'selected', 'unusable'],
    [`selected=${slot}&matching=yes`, 'matching', 'unusable'],
    [`selected=${slot}&location=zz`, 'location', 'unusable'],
  ])('%s is the rows that were ticked, whatever else is told', (search, parameter, reason) => {
    expect(read(search)).toMatchObject({ isUnclear: false, ids: [slot], notices: [{ parameter, reason }] })
  })

  it('more ticked rows than an address holds are told', () => {
    const ids = Array.from({ length: 251 }, (_, index) => `selected=${String(index).padStart(24, '0')}`)
    const { ids: kept, notices } = read(ids.join('&'))
    expect([kept.length, notices]).toEqual([
      250,
      [{ parameter: 'selected', value: '251', reason: 'too_large' }],
    ])
  })
})
