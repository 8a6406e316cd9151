/** When an hour, a gaming day or a month of gaming days begins and ends, by a place's own clock: none of it is computed in SQL. */
import { gamingDayBounds } from '../rawdata/gaming-day.service'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface Clock {
  time_zone: string
  gaming_day_start: string
}

/** Of an hour's start, a day as 2026-11-22, or a month as 2026-11. */
export function boundsOf(
  interval: string | number,
  { time_zone, gaming_day_start }: Clock,
): { from: number; to: number } {
  if (typeof interval === 'number') return { from: interval, to: interval + HOUR_MS }
  if (interval.length > 7) return gamingDayBounds(interval, time_zone, gaming_day_start)
  const [year = 0, month = 1] = interval.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 1) - DAY_MS).toISOString().slice(0, 10)
  return {
    from: gamingDayBounds(`${interval}-01`, time_zone, gaming_day_start).from,
    to: gamingDayBounds(last, time_zone, gaming_day_start).to,
  }
}

export const hoursOf = ({ from, to }: { from: number; to: number }) => Math.round((to - from) / HOUR_MS)
