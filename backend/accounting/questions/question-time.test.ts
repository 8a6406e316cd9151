import { expect, it } from 'vitest'
import { dayHours } from '../days/day-hours'
import { hoursNextTo } from './question-time'

const rules = [{ from: '0001-01-01', timeZone: 'Europe/Bucharest', dayStart: '08:00' }]
/** By hour of a gaming day, what it stands next to in another. */
const nextTo = (day: string, other: string) => {
  const hours = dayHours(rules, day)
  return hours.map(({ hour }, at) => [hour, hoursNextTo(hours, dayHours(rules, other))[at]?.hour])
}

it('an hour stands next to the same by the clock, also where the clock was set in between', () => {
  for (const [day, other] of [
    ['2026-10-23', '2026-10-26'],
    ['2026-03-27', '2026-03-30'],
  ] as const)
    expect(nextTo(day, other).every(([own, next]) => own === next)).toBe(true)
  // In the night of the 25th of October 3:00 comes twice, in that of the 29th of March never.
  expect(nextTo('2026-10-24', '2026-10-26').filter(([own]) => own === 3)).toEqual([
    [3, 3],
    [3, 3],
  ])
  expect(nextTo('2026-10-23', '2026-10-24').filter(([own]) => own === 3)).toEqual([[3, 3]])
  expect(nextTo('2026-03-27', '2026-03-28').filter(([own]) => own === 3)).toEqual([[3, 4]])
})
