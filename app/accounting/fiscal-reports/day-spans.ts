/** Gaming days in a row are written as a span. */
import { dateAfter } from '../../../backend/estate/locations/gaming-day.service'
import type { Format } from '../../i18n/format'

/** `days` in order. */
export function daySpans(days: readonly string[], { gamingDay }: Pick<Format, 'gamingDay'>): string {
  const spans: [string, string][] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && dateAfter(last[1], 1) === day) last[1] = day
    else spans.push([day, day])
  }
  return spans
    .map(([from, to]) => (from === to ? gamingDay(from) : `${gamingDay(from)} – ${gamingDay(to)}`))
    .join(', ')
}
