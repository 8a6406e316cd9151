/**
 * What a report's address says. Days are named, never hours: `from` and `to` mean the same gaming days to every reader.
 */
import { DAY_MS } from '../../../backend/platform/contract/durations'
import { DateTime } from 'luxon'
import { MOST_REPORT_DAYS, type ShownRows } from '../../../backend/platform/contract/report'
import { OF_PERIOD } from '../address/list-parameters'
import { resolve, type Period, type Range } from '../period/period'
import { readPeriod } from '../address/read-period'
import { ALL_FIGURES, type Choice, type Report } from '../definition/define-report'
import { noticeOf } from '../address/notice'
import { localTime, parseLocalTime } from '../../../backend/platform/contract/time-zone'
import type { Notice } from '../address/list-spec'

export interface Days {
  from: string
  /** Included. */
  to: string
}

export interface ReportQuery {
  by: string
  /** A set of measures by its name, or all of them. */
  figures: string
  /** Of a report with bands: all rows, or those outside of theirs. */
  show: ShownRows
  /** Of a report that is nobody's: by kind, the id of what it is narrowed to. */
  narrow: Readonly<Record<string, string>>
  /** By choice, what was chosen. */
  chosen: Readonly<Record<string, readonly string[]>>
  /** Null for a report without a period. */
  days: Days | null
  /** Relative to the day on which it is read; null where the address names the days. */
  relative: Period | null
}

const day = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string | null): text is string =>
  text !== null && day.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid

export function readReportQuery(
  search: URLSearchParams,
  {
    period,
    groupBy,
    narrowedBy,
    figures: sets,
    outside,
    choices,
  }: Pick<Report, 'period' | 'groupBy' | 'narrowedBy' | 'figures' | 'outside' | 'choices'>,
  zone: string,
  {
    now = Date.now(),
    own = [],
    isFile = false,
    unseen = [],
  }: { now?: number; own?: readonly string[]; isFile?: boolean; unseen?: readonly string[] } = {},
): { query: ReportQuery; notices: Notice[] } {
  const notices: Notice[] = []
  const reject = (parameter: string, value: string, reason: Notice['reason']) => {
    notices.push(noticeOf(parameter, value, reason))
  }
  const named = search.get('by')
  const by = groupBy.find(one => one === named) ?? groupBy[0] ?? 'day'
  if (named && named !== by) reject('by', named, 'unusable')
  const figures = figuresIn(search, sets, isFile)
  const set = search.get('figures')
  if (hasSets(sets) && set && set !== figures) reject('figures', set, 'unusable')
  const show = search.get('show') === 'outside' && outside.includes(by) ? 'outside' : 'all'
  const rows = search.get('show')
  if (outside.length > 0 && rows && rows !== show) reject('show', rows, 'unusable')
  const narrow = narrowOf(
    search,
    narrowedBy.filter(kind => !unseen.includes(kind)),
  )
  for (const kind of narrowedBy) {
    const text = search.get(kind)
    if (text && !(kind in narrow)) reject(kind, text, 'unusable')
  }
  const chosen = Object.fromEntries(
    Object.entries(choices).map(
      ([name, choice]) => [name, chosenIn(search.getAll(name), choice, by)] as const,
    ),
  )
  for (const [name, values] of Object.entries(chosen)) {
    const odd = search.getAll(name).filter(text => text !== '' && !values.includes(text))
    if (odd.length > 0) reject(name, odd.join(', '), 'unusable')
  }
  const ofRows: readonly string[] = [
    'by',
    ...(hasSets(sets) ? ['figures'] : []),
    ...(outside.length > 0 ? ['show'] : []),
    ...narrowedBy,
    ...Object.keys(choices),
  ]
  const ofPeriod = period === null ? [] : ['from', 'to', ...OF_PERIOD]
  for (const parameter of new Set(search.keys())) {
    const [text = '', ...more] = search.getAll(parameter)
    if (!ofRows.includes(parameter) && !ofPeriod.includes(parameter) && !own.includes(parameter)) {
      if (text !== '') reject(parameter, text, 'unknown')
    } else if ((choices[parameter]?.most ?? 1) === 1 && more.some(other => other !== text))
      reject(parameter, more.join(', '), 'repeated')
  }
  const ofAll = { by, figures, show, narrow, chosen } as const
  if (period === null) return { query: { ...ofAll, days: null, relative: null }, notices }
  const [from, to] = [search.get('from') || null, search.get('to') || null]
  if (isDay(from) && isDay(to) && from <= to)
    return { query: { ...ofAll, days: within({ from, to }, reject), relative: null }, notices }
  if (from !== null || to !== null)
    reject('from', `${from ?? ''} – ${to ?? ''}`, isDay(from) && isDay(to) ? 'reversed' : 'unusable')
  const read = readPeriod(search, period, zone, reject) ?? { kind: 'relative', text: period }
  const relativeZone = read.kind === 'relative' ? (read.zone ?? zone) : zone
  const days = within(daysIn(resolve(read, now, zone), relativeZone), reject)
  return { query: { ...ofAll, days, relative: read.kind === 'relative' ? read : null }, notices }
}

/** In the choice's own order. Columns of what rows stand for already are none. */
function chosenIn(
  texts: readonly string[],
  { values, opens, most, words }: Choice,
  by: string,
): readonly string[] {
  const found = values
    .filter(value => texts.includes(value) && !(words === 'by' && value === by))
    .slice(0, most)
  return found.length > 0 ? found : opens
}

export const hasSets = (sets: Report['figures']): boolean => Object.keys(sets).length > 0

/** A page opens on the first set; a file holds all measures unless its address names a set. */
function figuresIn(search: URLSearchParams, sets: Report['figures'], isFile: boolean): string {
  const names = [...Object.keys(sets), ALL_FIGURES]
  return (
    names.find(one => one === search.get('figures')) ?? (isFile ? ALL_FIGURES : (names[0] ?? ALL_FIGURES))
  )
}

/** What the address narrows a report to: the first of each kind that is an id. */
export const narrowOf = (
  search: URLSearchParams,
  narrowedBy: Report['narrowedBy'],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    narrowedBy.flatMap(kind => {
      const text = search.get(kind)
      return text !== null && /^[0-9a-f]{24}$/.test(text) ? [[kind, text]] : []
    }),
  )

/**
 * The days that a range means: between two points at the same hour, the days from that hour on; otherwise every day
 * that it touches.
 */
export function daysIn({ start, end }: Range, zone: string): Days {
  const [first, last] = [localTime(start, zone), localTime(end, zone)]
  const hour = (at: DateTime) => at.toFormat('HH:mm:ss.SSS')
  const whole = hour(first) === hour(last) && first.minute === 0 && first.second === 0
  const until = whole ? last.minus({ days: 1 }) : localTime(end - 1, zone)
  const from = first.toISODate() ?? ''
  const to = until.toISODate() ?? ''
  return { from, to: to < from ? from : to }
}

/**
 * A relative period's now in gaming days: in the hours between midnight and the start of a day, "today" is the day that
 * still runs.
 */
export const nowOfDay = (openDay: string, now: number, zone: string): number =>
  localTime(now, zone).toISODate() === openDay ? now : parseLocalTime(`${openDay}T12:00`, zone).toMillis()

/**
 * The other way round, as the period picker offers them: from the first one's midnight to the midnight after the last,
 * of the zone by which they are read again.
 */
export const rangeOfDays = ({ from, to }: Days, zone: string): Range => ({
  start: parseLocalTime(from, zone).toMillis(),
  end: parseLocalTime(to, zone).plus({ days: 1 }).toMillis(),
})

/** The newest days of a period that is longer than a report may be. */
function within(
  { from, to }: Days,
  reject: (parameter: string, value: string, reason: Notice['reason']) => void,
): Days {
  const first = Date.parse(to) - (MOST_REPORT_DAYS - 1) * DAY_MS
  if (Date.parse(from) >= first) return { from, to }
  reject('from', from, 'too_large')
  return { from: new Date(first).toISOString().slice(0, 10), to }
}

/** `pinned`: with the days as they are now, so that it shows the same to everyone and tomorrow. */
export function reportHref(
  path: string,
  { by, figures, show, narrow, chosen, days, relative }: ReportQuery,
  {
    groupBy,
    period,
    figures: sets,
    outside,
    choices,
  }: Pick<Report, 'groupBy' | 'period' | 'figures' | 'outside' | 'choices'>,
  { pinned = false, by: other = by }: { pinned?: boolean; by?: string } = {},
): string {
  const search = new URLSearchParams()
  if (other !== groupBy[0]) search.set('by', other)
  // Pinned it is named: without it, a file holds more than its page.
  if (hasSets(sets) && (pinned || figures !== Object.keys(sets)[0])) search.set('figures', figures)
  if (show === 'outside' && outside.includes(other)) search.set('show', show)
  for (const [name, { opens }] of Object.entries(choices)) {
    const values = chosen[name] ?? []
    if (values.join(' ') !== opens.join(' ')) for (const value of values) search.append(name, value)
  }
  for (const [kind, id] of Object.entries(narrow)) search.set(kind, id)
  if (relative?.kind === 'relative' && !pinned) {
    if (relative.text !== period || relative.zone) search.set('timeRange', relative.text)
    if (relative.zone) search.set('timeZone', relative.zone)
  } else if (days) {
    search.set('from', days.from)
    search.set('to', days.to)
  }
  // The bare address leads to what is outside its band.
  if (outside.length > 0 && search.size === 0) search.set('show', 'all')
  return search.size > 0 ? `${path}?${search.toString()}` : path
}
