/**
 * Relative periods (ruling 30): `last week+1d` means the same on the wire as in a console's address, so it is read in
 * one place.
 */
import { type DateTime, type DateTimeUnit } from 'luxon'
import { localTime } from './time-zone'

/** Whose days a relative period means where nobody names a zone (ruling 28). */
export const DEFAULT_ZONE = 'Europe/Bucharest'

/** The presets of the specification, in the order they are offered. */
export const PRESETS = [
  'now',
  'today',
  'yesterday',
  'this week',
  'last week',
  'this month',
  'last month',
  'this year',
  'last year',
  'now-6h',
  'yesterday-12h',
  'last week+1d',
  'last month-1w',
] as const

/** "now" alone: what has just arrived. As long as a slot counts as online. */
const NOW_MINUTES = 5

/** Inclusive start, exclusive end, epoch milliseconds. */
export interface Range {
  start: number
  end: number
}

const GRAMMAR = /^(now|today|yesterday|(?:this|last) (?:week|month|year))(?:([+-])(\d{1,4})([mhdwMy]))?$/
const UNITS: Record<string, string> = {
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  M: 'months',
  y: 'years',
}

/**
 * `now-6h` is the last six hours, `now+2h` the next two. A named period with an offset is that whole period moved:
 * `yesterday+8h` is yesterday's gaming day of a location that opens its books at 8. Weeks start on Monday. Days, weeks
 * and longer move by the calendar of `zone`, hours and minutes by the clock, so a day of 23 or 25 hours stays a day.
 * Undefined: not a period.
 */
export function resolveRelative(text: string, now: number, zone: string): Range | undefined {
  const [, base, sign, amount, unit] = GRAMMAR.exec(text) ?? []
  if (!base) return undefined
  const at = localTime(now, zone)
  const offset = amount && unit ? { [UNITS[unit] ?? 'hours']: Number(amount) * (sign === '-' ? -1 : 1) } : {}
  if (base === 'now') {
    const other = amount ? at.plus(offset) : at.minus({ minutes: NOW_MINUTES })
    return { start: Math.min(now, other.toMillis()), end: Math.max(now, other.toMillis()) }
  }
  const [start, length] = named(base, at)
  return {
    start: start.plus(offset).toMillis(),
    end: start
      .plus({ [length]: 1 })
      .plus(offset)
      .toMillis(),
  }
}

function named(base: string, at: DateTime): [DateTime, DateTimeUnit] {
  if (base === 'today') return [at.startOf('day'), 'day']
  if (base === 'yesterday') return [at.startOf('day').minus({ days: 1 }), 'day']
  const unit = base.endsWith('week') ? 'week' : base.endsWith('month') ? 'month' : 'year'
  const start = at.startOf(unit)
  return [base.startsWith('last') ? start.minus({ [unit]: 1 }) : start, unit]
}
