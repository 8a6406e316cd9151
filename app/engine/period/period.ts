/** Periods in a URL (ruling 30): a relative `timeRange`, resolved when viewed, or fixed `dateStart` and `dateEnd`. */
import { HOUR_MS } from '../../../backend/platform/contract/durations'
import { resolveRelative, type Range } from '../../../backend/platform/contract/period'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { localTime, parseLocalTime } from '../../../backend/platform/contract/time-zone'

export { PRESETS, resolveRelative, type Range } from '../../../backend/platform/contract/period'

/** A relative one may name the zone whose days it means; without, they are the viewer's. */
export type Period =
  | { kind: 'relative'; text: string; zone?: string }
  | { kind: 'fixed'; start: number; end: number }

/** In an address a bare `+` is a space: `last week+1d` typed by hand arrives as `last week 1d`. */
export const relativeText = (text: string): string => text.replace(/ (?=\d{1,4}[mhdwMy]$)/, '+')

export const resolve = (period: Period, now: number, zone: string): Range =>
  period.kind === 'fixed'
    ? { start: period.start, end: period.end }
    : (resolveRelative(period.text, now, period.zone ?? zone) ?? { start: now, end: now })

/** The last hour that an address can write: years have four digits. */
const LAST_HOUR = Date.UTC(9999, 11, 31, 22)

/** The UTC hours that a range touches, from the first second of 1970 on, because hourly data comes in whole hours. */
function wholeHours({ start, end }: Range): Range {
  const first = Math.min(LAST_HOUR, Math.max(0, Math.floor(start / HOUR_MS) * HOUR_MS))
  return {
    start: first,
    end: Math.max(first + HOUR_MS, Math.min(LAST_HOUR + HOUR_MS, Math.ceil(end / HOUR_MS) * HOUR_MS)),
  }
}

/** The period as the list means it now; undefined: all of time. */
export function rangeOf(
  { period }: { period?: Period },
  { active }: { active?: boolean },
  now: number,
  zone: string,
): Range | undefined {
  if (!period) return undefined
  const range = resolve(period, now, zone)
  return active ? wholeHours(range) : range
}

/**
 * A time in a URL: `2026-11-20T08:00` is the viewer's zone (what a form sends), undefined for one that the clock skips;
 * with `Z` or an offset it is the same instant for everyone. One that the clock shows twice is its first coming, or its
 * last where a period ends.
 */
export function readInstant(
  text: string,
  zone: string,
  coming: 'first' | 'last' = 'first',
): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text))
    return undefined
  const at = parseLocalTime(text, zone)
  if (!at.isValid) return undefined
  // An hour that the clock skips is no time; a day that begins in one begins after it.
  const isLocal = /T[\d:.]+$/.test(text)
  if (!isLocal) return at.toMillis()
  if (at.toFormat("yyyy-MM-dd'T'HH:mm") !== text.slice(0, 16)) return undefined
  const comings = at.getPossibleOffsets().map(one => one.toMillis())
  return coming === 'first' ? Math.min(...comings) : Math.max(...comings)
}

/** A time that a clock which is put forward never shows. */
export const isSkipped = (text: string, zone: string): boolean =>
  readInstant(text, zone) === undefined && readInstant(`${text}Z`, zone) !== undefined

/** Of a time that `readInstant` does not read, in a form. */
export const problemsOfMoment = (text: string, zone: string): FieldProblem[] => [
  { code: !text ? 'required' : isSkipped(text, zone) ? 'skipped_hour' : 'invalid' },
]

/** For a link that means the same period for every reader, whenever it is opened. */
export const writeInstant = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/:00\.000Z$/, 'Z')
    .replace(/\.000Z$/, 'Z')

/** For `<input type="datetime-local">`. */
export const localInstant = (at: number, zone: string): string =>
  localTime(at, zone).toFormat("yyyy-MM-dd'T'HH:mm")

/** First and last day of a period from midnight to midnight of that zone; null of any other. */
export function wholeDaysOf({ start, end }: Range, zone: string): { from: string; to: string } | null {
  const [first, after] = [localTime(start, zone), localTime(end, zone)]
  const isWhole = end > start && [first, after].every(one => +one === +one.startOf('day'))
  return isWhole
    ? { from: first.toFormat('yyyy-MM-dd'), to: after.minus({ days: 1 }).toFormat('yyyy-MM-dd') }
    : null
}
