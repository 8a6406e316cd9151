/** Hours in which somebody is not to be disturbed, in their own zone. Pure. */
import { localTime } from '../../platform/contract/time-zone'

/** In minutes of the day; both null: none. */
export interface QuietHours {
  quiet_from: number | null
  quiet_to: number | null
}

/** Of two times of day, `22:30`; null: none. */
export function quietHoursOf(times: {
  quiet_from: string | null
  quiet_to: string | null
}): QuietHours | null {
  if (times.quiet_from === null || times.quiet_to === null) return null
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  return { quiet_from: minutes(times.quiet_from), quiet_to: minutes(times.quiet_to) }
}

/** Over midnight they end on the next day; both ends alike are none. */
export function isQuiet({ quiet_from: from, quiet_to: to }: QuietHours, at: number, zone: string): boolean {
  if (from === null || to === null || from === to) return false
  const here = localTime(at, zone)
  const minute = here.hour * 60 + here.minute
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Epoch milliseconds at which what happens at `now` may be sent; `now` itself outside quiet hours. */
export function quietUntil(hours: QuietHours, now: number, zone: string): number {
  const { quiet_from: from, quiet_to: to } = hours
  if (from === null || to === null || !isQuiet(hours, now, zone)) return now
  const here = localTime(now, zone)
  const minute = here.hour * 60 + here.minute
  // Over midnight the end is tomorrow's, unless midnight has passed already.
  const day = from > to && minute >= from ? here.plus({ days: 1 }) : here
  const end = day.set({ hour: Math.floor(to / 60), minute: to % 60, second: 0, millisecond: 0 }).toMillis()
  // In a skipped hour the end may lie in the past.
  return Math.max(end, now)
}
