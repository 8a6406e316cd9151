/**
 * Computes the net win of locations by the hour of their gaming day, and the usual one in the same hours of this
 * weekday (ruling 46).
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database'
import { numbersOf } from '../../platform/db/short-ids'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import { hoursOf, type Span as Hour } from '../../telemetry/readings/gaming-hours.service'
import type { HourTakings } from './overview.contract'
import { daysBefore, netWin, type Place } from './takings.queries'

const USUAL_WEEKS = 8
const LEAST_DAYS = 4
/** Sums of a day's hours are read at most so often: they change once an hour, or when a SMIB delivers late. */
const FRESH_MS = 60_000
const MOST_PLACES = 1_000

type Currency = HourTakings['currency']
/** Minor units by the start of the hour. */
type Sums = Map<Currency, Map<number, number>>

interface Remembered {
  day: string
  /** Net win of the day's finished hours, and when it was read. */
  today: Sums
  readAt: number
  /** Indexed by the hour's position in the day: past days do not change, so it is computed once a day. */
  usual: Map<Currency, number[] | null>
}

const remembered = new WeakMap<Db, LRUCache<string, Remembered>>()

interface Span {
  place: Place
  day: string
  today: number[]
  past: number[][] | null
}

/**
 * Returns hours by location, one entry for each currency. Queries the database once, and not at all for what was read
 * less than a minute ago.
 */
export async function hourTakingsOf(
  db: Db,
  places: readonly Place[],
  now: number,
): Promise<Map<string, HourTakings[]>> {
  const cache = remembered.get(db) ?? new LRUCache<string, Remembered>({ max: MOST_PLACES })
  remembered.set(db, cache)
  const spans = places.flatMap(place => {
    const day = gamingDayOf(now, place.time_zone, place.gaming_day_start)
    const known = cache.get(place.id)
    const isSameDay = known?.day === day
    if (isSameDay && now - known.readAt < FRESH_MS && now >= known.readAt) return []
    return [spanOf(place, day, !isSameDay)]
  })
  if (spans.length > 0) {
    const sums = await sumsOf(db, spans)
    for (const { place, day, today, past } of spans) {
      const own = sums.get(place.id) ?? new Map<Currency, Map<number, number>>()
      const before = cache.get(place.id)
      cache.set(place.id, {
        day,
        today: new Map(
          [...own].map(([currency, hours]) => [currency, new Map(today.flatMap(at => pair(hours, at)))]),
        ),
        readAt: now,
        usual: past || !before ? usualOf(own, past ?? []) : before.usual,
      })
    }
  }
  return new Map(places.map(place => [place.id, written(place, cache.get(place.id), now)]))
}

const pair = (hours: Map<number, number>, at: number): [number, number][] => {
  const value = hours.get(at)
  return value === undefined ? [] : [[at, value]]
}

const hoursIn = (day: string, { time_zone, gaming_day_start }: Place): Hour[] =>
  hoursOf(gamingDayBounds(day, time_zone, gaming_day_start))
const startsIn = (day: string, place: Place): number[] => hoursIn(day, place).map(({ from }) => from)

const spanOf = (place: Place, day: string, withPast: boolean): Span => ({
  place,
  day,
  today: startsIn(day, place),
  past: withPast
    ? Array.from({ length: USUAL_WEEKS }, (_, week) => startsIn(daysBefore(day, 7 * (week + 1)), place))
    : null,
})

/** Credits become money by the denomination that each reading had; game 0 is the whole slot. */
async function sumsOf(db: Db, spans: readonly Span[]): Promise<Map<string, Sums>> {
  const hours = [...new Set(spans.flatMap(({ today, past }) => [...today, ...(past ?? []).flat()]))]
  const { rows } = await sql<{ location_id: string; currency: Currency; hour_start: number; won: number }>`
    select location_id, currency, hour_start, sum(${netWin} * denomination_minor) as won from counter_hours
    where location_nr in ${numbersOf(spans.map(({ place }) => place.id))} and hour_start in (${sql.join(hours)}) and game_nr = 0
    group by location_id, currency, hour_start`.execute(db)
  const sums = new Map<string, Sums>()
  for (const { location_id, currency, hour_start, won } of rows) {
    const own = sums.get(location_id) ?? new Map<Currency, Map<number, number>>()
    sums.set(location_id, own)
    const hoursOf = own.get(currency) ?? new Map<number, number>()
    own.set(currency, hoursOf)
    hoursOf.set(Number(hour_start), Number(won))
  }
  return sums
}

/** The median of each hour, of days in which the location reported every hour; null with fewer than four of them. */
function usualOf(sums: Sums, past: readonly number[][]): Remembered['usual'] {
  const reported = new Set([...sums.values()].flatMap(hours => [...hours.keys()]))
  const complete = past.filter(hours => hours.length > 0 && hours.every(at => reported.has(at)))
  const most = Math.max(0, ...complete.map(hours => hours.length))
  return new Map(
    [...sums].map(([currency, hours]) => [
      currency,
      complete.length < LEAST_DAYS
        ? null
        : Array.from({ length: most }, (_, hour) =>
            median(complete.flatMap(day => (day[hour] === undefined ? [] : [hours.get(day[hour]) ?? 0]))),
          ),
    ]),
  )
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : Math.round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2)
}

/** Finished hours only: one that has just begun would look like a fall. */
function written(place: Place, known: Remembered | undefined, now: number): HourTakings[] {
  if (!known) return []
  const finished = hoursIn(known.day, place).filter(({ to }) => to <= now)
  return [...new Set([...known.usual.keys(), ...known.today.keys()])].sort().map(currency => ({
    currency,
    today: finished.map(({ from: at }) => known.today.get(currency)?.get(at) ?? null),
    usual: known.usual.get(currency) ?? null,
  }))
}
