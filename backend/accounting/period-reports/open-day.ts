/** The gaming day of a place that runs. */
import { gamingDayOf } from '../../estate/locations/gaming-day.service'

export interface Place {
  time_zone: string
  gaming_day_start: string
}

/** The gaming day that is open now. */
export const openDay = ({ time_zone, gaming_day_start }: Place, now: number) =>
  gamingDayOf(now, time_zone, gaming_day_start)
