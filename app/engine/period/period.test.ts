import { DateTime } from 'luxon'
import { describe, expect, it, vi } from 'vitest'
import {
  localInstant,
  PRESETS,
  problemsOfMoment,
  readInstant,
  resolveRelative,
  wholeDaysOf,
  writeInstant,
} from './period'

const zone = 'Europe/Bucharest'
const at = (iso: string) => DateTime.fromISO(iso, { zone }).toMillis()
const now = at('2026-11-20T10:30:00')
const range = (text: string, when = now) => {
  const found = resolveRelative(text, when, zone)
  return (
    found &&
    [found.start, found.end].map(one => DateTime.fromMillis(one, { zone }).toFormat('yyyy-MM-dd HH:mm'))
  )
}

describe('relative periods', () => {
  it.each([
    ['now', '2026-11-20 10:25', '2026-11-20 10:30'],
    ['today', '2026-11-20 00:00', '2026-11-21 00:00'],
    ['yesterday', '2026-11-19 00:00', '2026-11-20 00:00'],
    ['this week', '2026-11-16 00:00', '2026-11-23 00:00'],
    ['last week', '2026-11-09 00:00', '2026-11-16 00:00'],
    ['this month', '2026-11-01 00:00', '2026-12-01 00:00'],
    ['last month', '2026-10-01 00:00', '2026-11-01 00:00'],
    ['this year', '2026-01-01 00:00', '2027-01-01 00:00'],
    ['last year', '2025-01-01 00:00', '2026-01-01 00:00'],
    ['now-6h', '2026-11-20 04:30', '2026-11-20 10:30'],
    ['now+2h', '2026-11-20 10:30', '2026-11-20 12:30'],
    ['yesterday-12h', '2026-11-18 12:00', '2026-11-19 12:00'],
    ['last week+1d', '2026-11-10 00:00', '2026-11-17 00:00'],
    ['last month-1w', '2026-09-24 00:00', '2026-10-25 00:00'],
  ])('%s', (text, start, end) => {
    expect(range(text)).toEqual([start, end])
  })

  it('every preset resolves to a period that ends after it starts', () => {
    for (const preset of PRESETS) {
      const found = resolveRelative(preset, now, zone)
      expect(found && found.end - found.start).toBeGreaterThan(0)
    }
  })

  it('the day on which clocks go back has 25 hours', () => {
    const found = resolveRelative('today', at('2026-10-25T12:00:00'), zone)
    expect(found && (found.end - found.start) / 3_600_000).toBe(25)
  })

  it('the same moment is another day in another zone', () => {
    const late = DateTime.fromISO('2026-11-20T23:30:00Z').toMillis()
    expect(resolveRelative('today', late, 'Europe/Lisbon')?.start).not.toBe(
      resolveRelative('today', late, zone)?.start,
    )
  })

  it.each(['', 'tomorrow', 'now-', 'now-6', 'last decade', 'now-6h-1d', 'NOW', 'now-99999h', 'today; drop'])(
    '“%s” is not a period',
    text => {
      expect(resolveRelative(text, now, zone)).toBeUndefined()
    },
  )
})

describe('points in time', () => {
  it('what a form sends is meant in the viewer’s zone', () => {
    expect(readInstant('2026-11-20T08:00', zone)).toBe(at('2026-11-20T08:00:00'))
  })
  it('with Z it is the same instant for everyone', () => {
    expect(readInstant('2026-11-20T06:00Z', 'Europe/Lisbon')).toBe(at('2026-11-20T08:00:00'))
    // 29 March: the clock goes from 3 to 4.
    expect(readInstant('2026-03-29T03:30', zone)).toBeUndefined()
    expect(readInstant('2026-03-29T04:30', zone)).toBe(at('2026-03-29T04:30:00'))
    expect(readInstant('2026-03-29', 'Atlantic/Azores')).toBe(Date.UTC(2026, 2, 29, 1))
  })
  it('that the clock shows twice is its first coming, or its last, in summer and in winter alike', () => {
    for (const today of ['2026-07-01', '2026-12-01']) {
      vi.useFakeTimers({ now: new Date(today), toFake: ['Date'] })
      // 25 October: the clock goes from 4 back to 3.
      expect(readInstant('2026-10-25T03:30', zone)).toBe(Date.UTC(2026, 9, 25, 0, 30))
      expect(readInstant('2026-10-25T03:30', zone, 'last')).toBe(Date.UTC(2026, 9, 25, 1, 30))
      expect(readInstant('2026-10-25T04:00', zone, 'last')).toBe(Date.UTC(2026, 9, 25, 2))
      expect(readInstant('2026-10-25T03:30:00+02:00', zone)).toBe(Date.UTC(2026, 9, 25, 1, 30))
      vi.useRealTimers()
    }
  })
  it.each(['20.11.2026', '2026-13-01', '2026-11-31', 'yesterday', '2026-11-20T25:00', '1763625600000'])(
    '%s is refused',
    text => {
      expect(readInstant(text, zone)).toBeUndefined()
    },
  )
  it('is written so that it reads back the same', () => {
    for (const one of [now, now + 1_000, now + 123]) expect(readInstant(writeInstant(one), 'UTC')).toBe(one)
  })
  it('fills a date and time field', () => {
    expect(localInstant(now, zone)).toBe('2026-11-20T10:30')
  })
})

it('tells a time that no clock showed from one that is none', () => {
  const code = (text: string) => problemsOfMoment(text, zone)[0]?.code
  expect(code('2026-03-29T03:30')).toBe('skipped_hour')
  expect(code('2026-03-32T03:30')).toBe('invalid')
  expect(code('')).toBe('required')
})

it('from midnight to midnight is whole days, the last of which ends there', () => {
  const week = { start: at('2026-10-19'), end: at('2026-10-26') }
  expect(wholeDaysOf(week, zone)).toEqual({ from: '2026-10-19', to: '2026-10-25' })
  expect(wholeDaysOf({ ...week, end: week.end + 60_000 }, zone)).toBeNull()
  expect(wholeDaysOf(week, 'Europe/Lisbon')).toBeNull()
  expect(wholeDaysOf({ start: week.start, end: week.start }, zone)).toBeNull()
})
