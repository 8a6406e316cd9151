/** Gaming days in a row are written as a span. */
import { DAY_MS } from '../../../backend/platform/contract/durations'
import type { Format } from '../../i18n/format'

/** A sentence with more spans than this is not read to its end. */
const MOST_SPANS = 6

/** For a page: of many spans the first ones and the last. What says how many days there are stands next to it. */
export const shortDaySpans = (days: readonly string[], format: Pick<Format, 'gamingDay'>): string => {
  const spans = spansOf(days, format)
  return spans.length <= MOST_SPANS
    ? spans.join(', ')
    : [...spans.slice(0, MOST_SPANS - 1), '…', ...spans.slice(-1)].join(', ')
}

/** For paper, files and what cannot be undone. `days` as YYYY-MM-DD, in order. */
export const daySpans = (days: readonly string[], format: Pick<Format, 'gamingDay'>): string =>
  spansOf(days, format).join(', ')

function spansOf(days: readonly string[], { gamingDay }: Pick<Format, 'gamingDay'>): string[] {
  const spans: [string, string][] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && Date.parse(day) - Date.parse(last[1]) === DAY_MS) last[1] = day
    else spans.push([day, day])
  }
  return spans.map(([from, to]) => (from === to ? gamingDay(from) : `${gamingDay(from)} – ${gamingDay(to)}`))
}
