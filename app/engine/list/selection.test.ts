import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resources } from '../../resources/index'
import { pinSelection } from './selection.server'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 10, 20) })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Where the address leads instead; undefined when it stays. */
function pinned(address: string): string | null | undefined {
  try {
    pinSelection(
      { url: new URL(address, 'http://console.example'), timeZone: 'Europe/Bucharest' },
      resources.slots,
    )
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
