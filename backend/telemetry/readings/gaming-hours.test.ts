import { describe, expect, it } from 'vitest'
import { gamingDayBounds } from '../../estate/locations/gaming-day.service'
import { countOf, hoursOf } from './gaming-hours.service'

const MINUTE = 60_000

describe('the hours of a gaming day', () => {
  const of = (day: string, zone: string, start: string) => hoursOf(gamingDayBounds(day, zone, start))

  it('are whole where the day begins at a full hour', () => {
    expect(of('2026-11-20', 'Europe/Bucharest', '08:00')).toHaveLength(24)
    expect(of('2026-10-24', 'Europe/Bucharest', '08:00')).toHaveLength(25)
    expect(of('2026-03-28', 'Europe/Bucharest', '08:00')).toHaveLength(23)
  })

  it('begin and end with a part where it begins at half past, and are counted as the whole ones that they are', () => {
    const half = of('2026-11-20', 'Europe/Bucharest', '06:30')
    expect([half.length, countOf(half)]).toEqual([25, 24])
    expect([half[0], half.at(-1)]).toEqual([
      { from: Date.UTC(2026, 10, 20, 4, 30), to: Date.UTC(2026, 10, 20, 5) },
      { from: Date.UTC(2026, 10, 21, 4), to: Date.UTC(2026, 10, 21, 4, 30) },
    ])
    expect(countOf(of('2026-10-24', 'Europe/Bucharest', '06:30'))).toBe(25)
    expect(countOf(of('2026-11-20', 'Asia/Kathmandu', '00:00'))).toBe(24)
    // A day of 23½ hours and one of 24½: what is left over counts as an hour.
    expect(countOf(of('2026-10-04', 'Australia/Lord_Howe', '00:00'))).toBe(24)
    expect(countOf(of('2026-04-05', 'Australia/Lord_Howe', '00:00'))).toBe(25)
  })

  it('are those that are over', () => {
    const day = gamingDayBounds('2026-11-20', 'Europe/Bucharest', '06:30')
    expect([29, 30, 89, 90].map(minute => hoursOf(day, day.from + minute * MINUTE).length)).toEqual([
      0, 1, 1, 2,
    ])
    expect(hoursOf(day, day.to - 1)).toHaveLength(24)
  })
})
