import fc from 'fast-check'
import { localTime } from '../../platform/contract/time-zone'
import { describe, expect, it } from 'vitest'
import {
  dateAfter,
  gamingDayBounds,
  gamingDayBoundsIn,
  gamingDayIn,
  gamingDayOf,
} from '../../estate/locations/gaming-day.service'

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
    expect(hours('2026-03-29', 'Europe/Bucharest', '03:30')).toBe(23.5)
    expect(hours('2026-10-25', 'Europe/Bucharest', '03:30')).toBe(25)
  })

  it('begins with the first instant after a start that the clocks skip, or with the first of two', () => {
    const at = (day: string, zone: string, start: string) =>
      new Date(gamingDayBounds(day, zone, start).from).toISOString()
    expect(hours('2026-03-29', 'Atlantic/Azores', '00:00')).toBe(23)
    expect([
      at('2026-03-29', 'Atlantic/Azores', '00:00'),
      at('2026-03-29', 'Atlantic/Azores', '00:30'),
      at('2026-10-25', 'Atlantic/Azores', '00:30'),
    ]).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-29T01:00:00.000Z', '2026-10-25T00:30:00.000Z'])
    expect([
      hours('2025-03-09', 'America/Havana', '00:00'),
      hours('2025-11-02', 'America/Havana', '00:00'),
      hours('2025-11-01', 'America/Havana', '00:30'),
      hours('2025-11-02', 'America/Havana', '00:30'),
      // Its clocks were no longer put back in 2026.
      hours('2026-11-01', 'America/Havana', '00:00'),
    ]).toEqual([23, 25, 24, 25, 24])
    // Half an hour that comes twice; clocks that went back from midnight to eleven in the evening.
    expect(hours('2026-04-05', 'Australia/Lord_Howe', '00:00')).toBe(24.5)
    expect(hours('2018-02-17', 'America/Sao_Paulo', '00:00')).toBe(25)
  })

  it('is none on a date that the calendar skipped', () => {
    const skipped = gamingDayBounds('2011-12-30', 'Pacific/Apia', '00:00')
    expect(skipped.to - skipped.from).toBe(0)
    expect(gamingDayOf(skipped.from - 1, 'Pacific/Apia', '00:00')).toBe('2011-12-29')
    expect(gamingDayOf(skipped.from, 'Pacific/Apia', '00:00')).toBe('2011-12-31')
    expect(hours('2011-12-29', 'Pacific/Apia', '08:00')).toBe(16)
    expect(hours('2011-12-30', 'Pacific/Apia', '08:00')).toBe(8)
  })

  it('follows the one before without gap or overlap, in every zone of the world', () => {
    // Always the same course: a random one would fail on somebody else's change. The minimal standard generator of Park
    // and Miller.
    let state = 20_060_101
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const year = 2006 + random(25)
      const changes = changesOf(zone, year)
      for (const start of ['00:00', startAt(random(48)), startAt(random(48))]) {
        // Around a change of the clocks where there are any, else anywhere.
        const instant = changes[random(changes.length)] ?? Date.UTC(year, 0, 1 + random(365), random(24))
        const told = `${zone} ${start} ${new Date(instant).toISOString()}`
        const name = gamingDayOf(instant, zone, start)
        const day = gamingDayBounds(name, zone, start)
        const next = gamingDayBounds(dateAfter(name, 1), zone, start)
        expect(instant >= day.from && instant < day.to, told).toBe(true)
        expect([next.from, next.to >= next.from], told).toEqual([day.to, true])
        expect([gamingDayOf(day.from, zone, start), gamingDayOf(day.to - 1, zone, start)], told).toEqual([
          name,
          name,
        ])
        // What the clocks show at its start is that start, or what they skipped to.
        const shown = (at: number) => localTime(at, zone).toFormat('yyyy-MM-dd HH:mm')
        expect(shown(day.from) >= `${name} ${start}`, told).toBe(true)
        expect(shown(day.from - 1) < `${name} ${start}`, told).toBe(true)
      }
    }
  })
})

const startAt = (halfHours: number) =>
  `${String(Math.floor(halfHours / 2)).padStart(2, '0')}:${halfHours % 2 === 0 ? '00' : '30'}`

/** An instant less than an hour after each change of a zone's clocks in a year, as the zone data have them. */
function changesOf(zone: string, year: number): number[] {
  const offset = (at: number) => localTime(at, zone).offset
  const months = Array.from({ length: 13 }, (_, month) => Date.UTC(year, month))
  return months.slice(1).flatMap((to, index) => {
    let [before, after] = [months[index] ?? to, to]
    if (offset(before) === offset(after)) return []
    while (after - before > HOUR) {
      const middle = (before + after) / 2
      if (offset(middle) === offset(before)) before = middle
      else after = middle
    }
    return [after]
  })
}

describe('gaming days of a location whose rule changes', () => {
  it('leave no gap and no overlap where one rule follows another', () => {
    const zones = ['Europe/Bucharest', 'Atlantic/Azores', 'America/Havana', 'Europe/Lisbon', 'Asia/Kolkata']
    const rule = fc.record({
      from: fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-30', '2026-04-03'),
      timeZone: fc.constantFrom(...zones),
      dayStart: fc.constantFrom('00:00', '00:30', '03:30', '08:00', '12:00'),
    })
    fc.assert(
      fc.property(rule, fc.array(rule, { maxLength: 3 }), (first, later) => {
        const byDate = new Map(later.map(one => [one.from, one]))
        const rules = [
          { ...first, from: '0001-01-01' },
          ...[...byDate.values()].sort((a, b) => (a.from < b.from ? -1 : 1)),
        ]
        let day = '2026-03-26'
        let { from } = gamingDayBoundsIn(rules, day)
        while (day < '2026-04-06') {
          const bounds = gamingDayBoundsIn(rules, day)
          expect(bounds.from).toBe(from)
          // A day that would end before it begins is what forms refuse.
          if (bounds.to <= bounds.from) return
          expect(gamingDayIn(rules, bounds.from)).toBe(day)
          expect(gamingDayIn(rules, bounds.to - 1)).toBe(day)
          from = bounds.to
          day = dateAfter(day, 1)
        }
      }),
      { numRuns: 60 },
    )
  })
})
