import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, localOf } from './local-time'

describe('a local time', () => {
  it('is read in its zone', () => {
    expect(instantOf('2026-11-21T08:00', 'Europe/Bucharest')).toBe(Date.UTC(2026, 10, 21, 6))
    expect(instantOf('2026-11-21T08:00', 'Europe/Lisbon')).toBe(Date.UTC(2026, 10, 21, 8))
  })

  it('that the clocks skip does not exist; of one that comes twice, the first is meant', () => {
    expect(instantOf('2026-03-29T03:30', 'Europe/Bucharest')).toBeUndefined()
    expect(instantOf('2026-10-25T03:30', 'Europe/Bucharest')).toBe(Date.UTC(2026, 9, 25, 0, 30))
  })

  it.each(['', '2026-02-30T08:00', 'tomorrow', '2026-11-21', '2026-11-21T25:00'])('%j is none', text => {
    expect(instantOf(text, 'Europe/Bucharest')).toBeUndefined()
  })

  it('comes back as it was written, outside the doubled hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }),
        fc.constantFrom('Europe/Bucharest', 'Europe/Lisbon', 'UTC'),
        (at, zone) => {
          const minute = at - (at % 60_000)
          const again = instantOf(localOf(minute, zone), zone)
          expect([minute, minute - 3_600_000]).toContain(again)
        },
      ),
    )
  })
})
