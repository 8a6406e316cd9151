import { describe, expect, it } from 'vitest'
import { evidenceOf } from './evidence'

const zone = 'Europe/Bucharest'
const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour)
/** Days begin at six; the 20th runs. */
const points = {
  time_zone: zone,
  resets: [],
  open: { day: '2026-11-20', start: at(20, 4), end: at(21, 4) },
  checkpoints: [
    { day: '2026-11-19', start: at(19, 4), end: at(20, 4) },
    { day: '2026-11-18', start: at(18, 4), end: at(19, 4) },
  ],
}
const period = { from: '2026-11-18', to: '2026-11-20', time_zone: zone }
const hoursOf = (head: string, by: string, answer: { calendar?: boolean } = {}) => {
  const query = {
    by,
    figures: 'all',
    show: 'all' as const,
    narrow: {},
    chosen: {},
    days: null,
    relative: null,
  }
  const found = evidenceOf(
    { key: `${head} RON`, values: [head] },
    { subject: null, points, query },
    { ...period, ...answer },
  )
  return found && [found.start, found.end]
}

describe('where a row’s raw readings are', () => {
  it('is a gaming day’s own hours, also while it runs', () => {
    expect(hoursOf('2026-11-19', 'day')).toEqual([at(19, 4), at(20, 4)])
    expect(hoursOf('2026-11-20', 'day')).toEqual([at(20, 4), at(21, 4)])
  })

  it('is all of the report’s gaming days for a row that is none', () => {
    expect(hoursOf('NOV-1', 'slot')).toEqual([at(18, 4), at(21, 4)])
  })

  it('is midnight to midnight where days are the calendar’s, and of days from before those that are known', () => {
    expect(hoursOf('2026-11-20', 'day', { calendar: true })).toEqual([at(19, 22), at(20, 22)])
    expect(hoursOf('2026-06', 'month')).toEqual([Date.UTC(2026, 4, 31, 21), Date.UTC(2026, 5, 30, 21)])
    expect(hoursOf('nothing', 'day')).toBeNull()
  })
})
