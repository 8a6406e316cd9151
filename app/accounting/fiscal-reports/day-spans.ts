/** Gaming days in a row are written as a span. */
import { DAY_MS } from '../../../backend/platform/contract/durations'
import type { Format } from '../../i18n/format'

/** `days` as YYYY-MM-DD, in order. */
export function daySpans(days: readonly string[], { gamingDay }: Pick<Format, 'gamingDay'>): string {
  const spans: [string, string][] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && Date.parse(day) - Date.parse(last[1]) === DAY_MS) last[1] = day
    else spans.push([day, day])
  }
  return spans
    .map(([from, to]) => (from === to ? gamingDay(from) : `${gamingDay(from)} – ${gamingDay(to)}`))
    .join(', ')
}
