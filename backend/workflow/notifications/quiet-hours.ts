/** Hours in which somebody is not to be disturbed, in their own zone. Pure. */
import type { Wishes } from './subscriptions.contract'
import { localTime } from '../../platform/contract/time-zone'

/** Epoch milliseconds at which what happens at `now` may be sent; `now` itself outside quiet hours. */
export function quietUntil(
  { quiet_from: from, quiet_to: to }: Pick<Wishes, 'quiet_from' | 'quiet_to'>,
  now: number,
  zone: string,
): number {
  if (from === null || to === null || from === to) return now
  const here = localTime(now, zone)
  const minute = here.hour * 60 + here.minute
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return now
  // Over midnight the end is tomorrow's, unless midnight has passed already.
  const day = from > to && minute >= from ? here.plus({ days: 1 }) : here
  const end = day.set({ hour: Math.floor(to / 60), minute: to % 60, second: 0, millisecond: 0 }).toMillis()
  // In a skipped hour the end may lie in the past.
  return Math.max(end, now)
}
