import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gamingDayBounds, gamingDayOf } from './gaming-day.service'

const HOUR = 3_600_000
const hours = (day: string, zone: string, start: string) => {
  const { from, to } = gamingDayBounds(day, zone, start)
  return (to - from) / HOUR
}

describe('the gaming day', () => {
  it("starts at the hall's own hour", () => {
    const eight = Date.UTC(2026, 10, 20, 6)
    expect(gamingDayOf(eight, 'Europe/Bucharest', '08:00')).toBe('2026-11-20')
    expect(gamingDayOf(eight - 1, 'Europe/Bucharest', '08:00')).toBe('2026-11-19')
    expect(gamingDayOf(eight - 1, 'Europe/Lisbon', '06:00')).toBe('2026-11-19')
    expect(gamingDayOf(eight, 'Europe/Lisbon', '06:00')).toBe('2026-11-20')
    expect(gamingDayOf(Date.UTC(2026, 10, 19, 22), 'Europe/Bucharest', '00:00')).toBe('2026-11-20')
  })

  it('has 25 hours when summer time ends and 23 when it begins', () => {
    expect([
      hours('2026-10-24', 'Europe/Bucharest', '08:00'),
      hours('2026-10-25', 'Europe/Bucharest', '08:00'),
    ]).toEqual([25, 24])
    expect(hours('2026-10-25', 'Europe/Bucharest', '00:00')).toBe(25)
    expect(hours('2026-03-29', 'Europe/Lisbon', '00:00')).toBe(23)
    // A start that is skipped, and one that comes twice.
    expect(hours('2026-03-29', 'Europe/Bucharest', '03:30')).toBe(23)
    expect(hours('2026-10-25', 'Europe/Bucharest', '03:30')).toBe(25)
  })

  it('is exactly one, for every instant, zone and start', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) }),
        fc.constantFrom(
          'Europe/Bucharest',
          'Europe/Lisbon',
          'America/New_York',
          'Australia/Lord_Howe',
          'UTC',
        ),
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom('00', '30'),
        (instant, zone, hour, minute) => {
          const start = `${String(hour).padStart(2, '0')}:${minute}`
          const { from, to } = gamingDayBounds(gamingDayOf(instant, zone, start), zone, start)
          expect(instant).toBeGreaterThanOrEqual(from)
          expect(instant).toBeLessThan(to)
        },
      ),
    )
  })
})
