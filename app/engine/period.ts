/** Periods in a URL (ruling 30): a relative `timeRange`, resolved when viewed, or fixed `dateStart` and `dateEnd`. */
import { DateTime, type DateTimeUnit } from 'luxon'

/** The presets of the specification, in the order they are offered. */
export const PRESETS = [
  'now', 'today', 'yesterday', 'this week', 'last week', 'this month', 'last month', 'this year', 'last year',
  'now-6h', 'yesterday-12h', 'last week+1d', 'last month-1w',
] as const

/** "now" alone: what has just arrived. As long as a machine counts as online. */
const NOW_MINUTES = 5

/** Inclusive start, exclusive end, epoch milliseconds. */
export interface Range { start: number; end: number }

/** A relative one may name the zone whose days it means; without, they are the viewer's. */
export type Period = { kind: 'relative'; text: string; zone?: string } | { kind: 'fixed'; start: number; end: number }

const GRAMMAR = /^(now|today|yesterday|(?:this|last) (?:week|month|year))(?:([+-])(\d{1,4})([mhdwMy]))?$/
const UNITS: Record<string, string> = { m: 'minutes', h: 'hours', d: 'days', w: 'weeks', M: 'months', y: 'years' }

/** In an address a bare `+` is a space: `last week+1d` typed by hand arrives as `last week 1d`. */
export const relativeText = (text: string): string => text.replace(/ (?=\d{1,4}[mhdwMy]$)/, '+')

/**
 * `now-6h` is the last six hours, `now+2h` the next two. A named period with an offset is that whole period moved:
 * `yesterday+8h` is yesterday's gaming day of a hall that opens its books at 8. Weeks start on Monday. Days, weeks and
 * longer move by the calendar of `zone`, hours and minutes by the clock, so a day of 23 or 25 hours stays a day.
 * Undefined: not a period.
 */
export function resolveRelative(text: string, now: number, zone: string): Range | undefined {
  const [, base, sign, amount, unit] = GRAMMAR.exec(text) ?? []
  if (!base) return undefined
  const at = DateTime.fromMillis(now, { zone })
  const offset = amount && unit ? { [UNITS[unit] ?? 'hours']: Number(amount) * (sign === '-' ? -1 : 1) } : {}
  if (base === 'now') {
    const other = amount ? at.plus(offset) : at.minus({ minutes: NOW_MINUTES })
    return { start: Math.min(now, other.toMillis()), end: Math.max(now, other.toMillis()) }
  }
  const [start, length] = named(base, at)
  return { start: start.plus(offset).toMillis(), end: start.plus({ [length]: 1 }).plus(offset).toMillis() }
}

function named(base: string, at: DateTime): [DateTime, DateTimeUnit] {
  if (base === 'today') return [at.startOf('day'), 'day']
  if (base === 'yesterday') return [at.startOf('day').minus({ days: 1 }), 'day']
  const unit = base.endsWith('week') ? 'week' : base.endsWith('month') ? 'month' : 'year'
  const start = at.startOf(unit)
  return [base.startsWith('last') ? start.minus({ [unit]: 1 }) : start, unit]
}

export const resolve = (period: Period, now: number, zone: string): Range =>
  period.kind === 'fixed' ? { start: period.start, end: period.end } : resolveRelative(period.text, now, period.zone ?? zone) ?? { start: now, end: now }

const HOUR_MS = 3_600_000
/** The last hour that an address can write: years have four digits. */
const LAST_HOUR = Date.UTC(9999, 11, 31, 22)

/** The UTC hours that a range touches, from the first second of 1970 on: what is known hour by hour is told hour by hour. */
export function wholeHours({ start, end }: Range): Range {
  const first = Math.min(LAST_HOUR, Math.max(0, Math.floor(start / HOUR_MS) * HOUR_MS))
  return { start: first, end: Math.max(first + HOUR_MS, Math.min(LAST_HOUR + HOUR_MS, Math.ceil(end / HOUR_MS) * HOUR_MS)) }
}

/** The period as the list means it now; undefined: all of time. */
export function rangeOf({ period }: { period?: Period }, { active }: { active?: boolean }, now: number, zone: string): Range | undefined {
  if (!period) return undefined
  const range = resolve(period, now, zone)
  return active ? wholeHours(range) : range
}

/** A time in a URL: `2026-11-20T08:00` is the viewer's zone (what a form sends); with `Z` or an offset it is the same instant for everyone. */
export function readInstant(text: string, zone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return undefined
  const at = DateTime.fromISO(text, { zone })
  return at.isValid ? at.toMillis() : undefined
}

/** For a link that means the same period for every reader, whenever it is opened. */
export const writeInstant = (at: number): string => new Date(at).toISOString().replace(/:00\.000Z$/, 'Z').replace(/\.000Z$/, 'Z')

/** For `<input type="datetime-local">`. */
export const localInstant = (at: number, zone: string): string => DateTime.fromMillis(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm")
