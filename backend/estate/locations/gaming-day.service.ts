/**
 * The one place where an instant becomes a gaming day (domain notes, section 4). Never in SQL: days of 23 and 25 hours
 * exist.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import { LRUCache } from 'lru-cache'
import { offsetAt } from '../../platform/contract/time-zone'

interface Day {
  from: number
  to: number
  name: string
}
/** Clocks of the world are at most this far behind and ahead of UTC, with an hour to spare. */
const MOST_BEHIND_MS = 13 * HOUR_MS
const MOST_AHEAD_MS = 15 * HOUR_MS

const recent = new LRUCache<string, Day[]>({ max: 500 })
/** Cached days per zone and day start; a feed moves through them in order. */
const DAYS_KEPT = 8

/**
 * The gaming day, YYYY-MM-DD, that an instant (epoch milliseconds) belongs to: from `dayStart` (HH:MM, local) up to the
 * next one.
 * Every instant belongs to exactly one day in every zone: days are cut at `startOf`, which never goes back.
 */
export const gamingDayOf = (instant: number, timeZone: string, dayStart: string): string =>
  dayOf(instant, timeZone, dayStart).name

function dayOf(instant: number, timeZone: string, dayStart: string): Day {
  const key = `${timeZone} ${dayStart}`
  let days = recent.get(key)
  if (!days) recent.set(key, (days = []))
  let day = days.find(one => instant >= one.from && instant < one.to)
  if (!day) {
    days.unshift((day = dayAround(instant, timeZone, dayStart)))
    if (days.length > DAYS_KEPT) days.pop()
  }
  return day
}

/**
 * Start and end of a gaming day, epoch milliseconds, end exclusive. Both are the same for a date that the calendar
 * skipped, as Samoa did on 30 December 2011: it is no day, and no instant belongs to it.
 */
export function gamingDayBounds(
  day: string,
  timeZone: string,
  dayStart: string,
): { from: number; to: number } {
  const date = Date.parse(day)
  return { from: startOf(date, timeZone, dayStart), to: startOf(date + DAY_MS, timeZone, dayStart) }
}

/** Before every gaming date that there is: from when on a location's first rule holds. */
export const BEGINNING = '0001-01-01'

/** A location's days begin by this clock, at this time, from a gaming date on. */
export interface DayRule {
  from: string
  timeZone: string
  dayStart: string
}

/**
 * By the rule of its date. `rules`: at least one, in order of their dates. The last day of an old rule ends where the
 * new one's first begins.
 */
export const gamingDayIn = (rules: readonly DayRule[], instant: number): string =>
  gamingDayAt(rules, instant).name

/** As `gamingDayIn`, with the instant at which the day began. */
export function gamingDayAt(
  rules: readonly DayRule[],
  instant: number,
): Readonly<Pick<Day, 'name' | 'from'>> {
  for (let at = rules.length - 1; at > 0; at--) {
    const rule = rules[at]
    if (rule && instant >= beginOf(rule)) return dayBefore(rules[at + 1], instant, rule)
  }
  const [first] = rules
  if (!first) throw new Error('A location without a rule for its days')
  return dayBefore(rules[1], instant, first)
}

function dayBefore(next: DayRule | undefined, instant: number, rule: DayRule): Pick<Day, 'name' | 'from'> {
  const day = dayOf(instant, rule.timeZone, rule.dayStart)
  if (!next || day.name < next.from) return day
  const name = dateAfter(next.from, -1)
  return { name, from: startOf(Date.parse(name), rule.timeZone, rule.dayStart) }
}

export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** As `gamingDayBounds`, each end by the rule of its date. */
export function gamingDayBoundsIn(rules: readonly DayRule[], day: string): { from: number; to: number } {
  const startOn = (date: string) => {
    const rule = rules.findLast(one => one.from <= date) ?? rules[0]
    if (!rule) throw new Error('A location without a rule for its days')
    return startOf(Date.parse(date), rule.timeZone, rule.dayStart)
  }
  return { from: startOn(day), to: startOn(dateAfter(day, 1)) }
}

const begins = new LRUCache<string, number>({ max: 500 })
/** The instant at which a rule's first day begins. */
function beginOf({ from, timeZone, dayStart }: DayRule): number {
  const key = `${from} ${timeZone} ${dayStart}`
  let at = begins.get(key)
  if (at === undefined) begins.set(key, (at = startOf(Date.parse(from), timeZone, dayStart)))
  return at
}

function dayAround(instant: number, timeZone: string, dayStart: string): Day {
  const wall = instant + offsetAt(instant, timeZone) - sinceMidnight(dayStart)
  let date = Math.floor(wall / DAY_MS) * DAY_MS
  let from = startOf(date, timeZone, dayStart)
  let to = startOf(date + DAY_MS, timeZone, dayStart)
  // Clocks that went back show yesterday's hours again, after the day has begun.
  while (to <= instant) {
    date += DAY_MS
    from = to
    to = startOf(date + DAY_MS, timeZone, dayStart)
  }
  return { from, to, name: new Date(date).toISOString().slice(0, 10) }
}

const MOST_STARTS = 4_000
/**
 * By date, of each clock and day start: a calendar asks for the same days over and over, and each asks the clocks
 * twice.
 */
const starts = new LRUCache<string, Map<number, number>>({ max: 60 })

function startOf(date: number, timeZone: string, dayStart: string): number {
  const key = `${timeZone} ${dayStart}`
  let known = starts.get(key)
  if (!known || known.size > MOST_STARTS) starts.set(key, (known = new Map()))
  let at = known.get(date)
  if (at === undefined) known.set(date, (at = foundStart(date, timeZone, dayStart)))
  return at
}

/**
 * The first instant at which the clocks show the day's start or later. Where they skip the start that is the first
 * instant after the gap, where they show it twice its first occurrence. `date`: its midnight, as if it were UTC.
 */
function foundStart(date: number, timeZone: string, dayStart: string): number {
  const wall = date + sinceMidnight(dayStart)
  const until = wall + MOST_BEHIND_MS
  const after = offsetAt(until, timeZone)
  let from = wall - MOST_AHEAD_MS
  let offset = offsetAt(from, timeZone)
  while (offset !== after) {
    const change = nextChange(from, until, timeZone, offset)
    if (wall - offset < change) break
    from = change
    offset = offsetAt(change, timeZone)
    if (change + offset >= wall) return change
  }
  return wall - offset
}

/**
 * The first instant of (from, to] at which the clocks are no longer at `offset`; clocks change on whole minutes, and
 * both ends are such.
 */
function nextChange(from: number, to: number, timeZone: string, offset: number): number {
  let [before, after] = [from / MINUTE_MS, to / MINUTE_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle * MINUTE_MS, timeZone) === offset) before = middle
    else after = middle
  }
  return after * MINUTE_MS
}

function sinceMidnight(dayStart: string): number {
  const [hour = 0, minute = 0] = dayStart.split(':').map(Number)
  return hour * HOUR_MS + minute * MINUTE_MS
}
