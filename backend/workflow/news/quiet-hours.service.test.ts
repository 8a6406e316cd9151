import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wednesday } from '../../../tests/people'
import { quietUntil } from './quiet-hours.service'

const MINUTE = 60_000

describe('quiet hours', () => {
  it('end after they began, within a day, at the minute that was asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_439 }),
        fc.integer({ min: 0, max: 1_439 }),
        fc.integer({ min: 0, max: 366 * 24 * 60 }),
        fc.constantFrom('Europe/Bucharest', 'Europe/Lisbon', 'Atlantic/Azores', 'America/Havana'),
        (quiet_from, quiet_to, minutes, zone) => {
          const now = wednesday + minutes * MINUTE
          const until = quietUntil({ quiet_from, quiet_to }, now, zone)
          expect(until).toBeGreaterThanOrEqual(now)
          expect(until).toBeLessThanOrEqual(now + 25 * 60 * MINUTE)
          // Over in any case once they have ended, and not begun anew.
          if (until > now) expect(quietUntil({ quiet_from, quiet_to }, until, zone)).toBe(until)
        },
      ),
      { numRuns: 300 },
    )
  })
})
