/**
 * When an hour, a gaming day or a month of gaming days begins and ends, by a place's own rules: none of it is computed
 * in SQL.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import {
  dateAfter,
  gamingDayBoundsIn,
  gamingDayIn,
  type DayRule,
} from '../../estate/locations/gaming-day.service'
import { hourEnd, type Span } from '../../telemetry/readings/gaming-hours.service'

/** Of an hour's start, a day as 2026-11-22, or a month as 2026-11. */
export function boundsOf(interval: string | number, rules: readonly DayRule[]): Span {
  if (typeof interval === 'number') {
    const day = gamingDayBoundsIn(rules, gamingDayIn(rules, interval))
    return { from: interval, to: Math.min(hourEnd(interval), day.to) }
  }
  if (interval.length > 7) return gamingDayBoundsIn(rules, interval)
  const [year = 0, month = 1] = interval.split('-').map(Number)
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  return {
    from: gamingDayBoundsIn(rules, `${interval}-01`).from,
    to: gamingDayBoundsIn(rules, dateAfter(next, -1)).to,
  }
}

/** A part of an hour is a part of one: 0.5. */
export const lengthOf = ({ from, to }: Span): number => (to - from) / HOUR_MS
