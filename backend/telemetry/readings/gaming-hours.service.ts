/**
 * The hours of a gaming day: those of UTC, cut where the day begins and ends. Both parts of an hour in which the day
 * changes stand for themselves, each in its own day, so that the hours of a day sum to the day.
 */
import { HOUR_MS } from '../../platform/contract/durations'

export interface Span {
  from: number
  to: number
}

/** The UTC hour of a reading's end: one at the full hour closes the hour before it. */
export const hourOf = (at: number): number => Math.floor((at - 1) / HOUR_MS) * HOUR_MS

/** Where the UTC hour ends in which an hour or a part of one begins. */
export const hourEnd = (from: number): number => (Math.floor(from / HOUR_MS) + 1) * HOUR_MS

/** All that are over by `now`, in order. */
export function hoursOf(day: Span, now = day.to): Span[] {
  const hours: Span[] = []
  for (let { from } = day; from < day.to;) {
    const to = Math.min(hourEnd(from), day.to)
    if (to > now) break
    hours.push({ from, to })
    from = to
  }
  return hours
}

/** Whole hours: two halves are one, and a part that is left over counts as one. */
export const countOf = (hours: readonly Span[]): number =>
  Math.ceil(hours.reduce((sum, { from, to }) => sum + (to - from), 0) / HOUR_MS)
