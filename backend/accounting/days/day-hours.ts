/** The hours of gaming days by the clock of their location: never computed in SQL. */
import { HOUR_MS } from '../../platform/contract/durations'
import { offsetAt } from '../../platform/contract/time-zone'
import { gamingDayBoundsIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { hoursOf } from '../../telemetry/readings/gaming-hours.service'

export interface DayHour {
  day: string
  /** Of the day; Monday is 1. */
  weekday: number
  /** As the clock shows it where the hour begins, 0 to 23. */
  hour: number
  /** Epoch milliseconds. */
  hour_start: number
}

const HOURS = 24

/** `rules`: at least one, in order of their dates. */
export function dayHours(rules: readonly DayRule[], day: string): DayHour[] {
  const rule = rules.findLast(one => one.from <= day) ?? rules[0]
  if (!rule) return []
  const weekday = weekdayOf(day)
  return hoursOf(gamingDayBoundsIn(rules, day)).map(({ from }) => ({
    day,
    weekday,
    hour: Math.floor((from + offsetAt(from, rule.timeZone)) / HOUR_MS) % HOURS,
    hour_start: from,
  }))
}

/** Monday is 1. */
export const weekdayOf = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1
