/**
 * What reports of a location or a tenant are about, and how complete a tenant's days are: its hours are those of its
 * locations.
 */
import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { listOf, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { expectedOf, hoursIn, occupiedIn, type Hours } from '../days/expected-hours.service'
import type { DaySpan } from '../days/stored-sums.service'
import { numberOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
import { daysOf } from '../figures/aggregate.queries'
import {
  BEGINNING,
  gamingDayBounds,
  gamingDayBoundsIn,
  type DayRule,
} from '../../estate/locations/gaming-day.service'
import { hoursOf } from '../../telemetry/readings/gaming-hours.service'
import { openDay, type Place as Clock } from './open-day'
import { dayRules } from '../../telemetry/readings/slot-history.queries'

export interface Place extends Clock {
  id: string
  /** The date from which its newest rule holds. */
  rules_from: string
  /** The gaming day of its first readings ever: nothing is missing before it. */
  since: string | null
}

/** Hours of more locations and days than these are not counted: each is a look-up. */
const MOST_HOURS = 50_000

/**
 * By gaming day, of the days of these spans; `known` has the hours of other days. Null for a tenant with too many
 * locations for so long a period.
 */
export async function hoursOfPlaces(
  db: Db,
  places: readonly Place[],
  spans: readonly DaySpan[],
  known: ReadonlyMap<string, Hours>,
  now: number,
): Promise<ReadonlyMap<string, Hours> | null> {
  const own = new Map(places.map(place => [place.id, place]))
  const open = spans.flatMap(({ location_id, since, until }) => {
    const place = own.get(location_id)
    return place ? [{ place, days: daysOf(since, until) }] : []
  })
  if (open.reduce((total, { days }) => total + days.length, 0) * 24 > MOST_HOURS) return null
  const boundsOf = await calendar(db, places)
  const ranges = open.map(({ place, days }) => ({
    id: place.id,
    days: days.map(day => boundsOf(place, day)),
  }))
  const reported = await knownHours(
    db,
    ranges.map(({ id, days }) => ({ id, from: days[0]?.from ?? 0, to: Math.min(days.at(-1)?.to ?? 0, now) })),
  )
  const occupied = await occupiedIn(
    db,
    ranges.map(({ id }) => id),
    {
      from: ranges.reduce((first, { days }) => Math.min(first, days[0]?.from ?? first), now),
      to: now,
    },
  )
  const hours = new Map<string, Hours>([...known].map(([day, one]) => [day, { ...one }]))
  for (const { id, days } of ranges)
    for (const { day, from, to } of days) {
      const sums = hours.get(day) ?? { known: 0, expected: 0 }
      hours.set(day, sums)
      const over = hoursOf({ from, to }, now)
      const reportedHours = new Set(over.map(hour => hour.from).filter(at => reported.has(`${id} ${at}`)))
      const own = hoursIn(expectedOf(over, reportedHours, occupied.get(id) ?? []), reportedHours)
      sums.expected += own.expected
      sums.known += own.known
    }
  return hours
}

/** What a report is about: where its days begin, the locations in it, and the rules of a location's days. */
export interface Within {
  place: Clock
  places: readonly Place[]
  rules: readonly DayRule[]
}
/** Throws 404 for what is not there or not in scope. */
export const withinOf = (
  db: Db,
  scope: Scope,
  { entity, id }: { entity: 'location' | 'tenant'; id: string },
): Promise<Within> => (entity === 'location' ? location(db, scope, id) : tenant(db, scope, id))

const since = sql`(select min(d.gaming_day) from counter_days d where d.location_id = l.id) as since`

async function location(db: Db, { tenantId }: Scope, id: string): Promise<Within> {
  const { rows } = await sql<Place & { from_date: string | null; rule_zone: string; rule_start: string }>`
    select l.id, l.time_zone, l.gaming_day_start, l.rules_from, ${since}, r.from_date, r.time_zone as rule_zone, r.gaming_day_start as rule_start
    from locations l left join location_rules r on r.location_id = l.id
    where l.id = ${id} ${tenantId === null ? sql`` : sql`and l.tenant_id = ${tenantId}`} order by r.from_date`.execute(
    db,
  )
  const [place] = rows
  if (!place) throw new Problem(404, 'not_found')
  const rules = rows.flatMap(({ from_date, rule_zone, rule_start }) =>
    from_date === null ? [] : [{ from: from_date, timeZone: rule_zone, dayStart: rule_start }],
  )
  return { place, places: [place], rules }
}

/** A tenant's own days are those of its zone. */
async function tenant(db: Db, { tenantId }: Scope, id: string): Promise<Within> {
  if (tenantId !== null && tenantId !== id) throw new Problem(404, 'not_found')
  const { rows } = await sql<(Place | (Clock & { id: null; since: null })) & { own_zone: string }>`
    select t.time_zone as own_zone, l.id, l.time_zone, l.gaming_day_start, l.rules_from, ${since}
    from tenants t left join locations l on l.tenant_id = t.id where t.id = ${id}`.execute(db)
  const [first] = rows
  if (!first) throw new Problem(404, 'not_found')
  return {
    place: { time_zone: first.own_zone, gaming_day_start: '00:00' },
    places: rows.filter(row => row.id !== null),
    rules: [],
  }
}

/** The latest and the earliest day that is open in one of the locations, whose days begin at different hours. */
export function openDaysOf(places: readonly Clock[], now: number): { furthest: string; first: string } {
  const days = places.map(place => openDay(place, now)).sort()
  const none = new Date(now).toISOString().slice(0, 10)
  return { furthest: days.at(-1) ?? none, first: days[0] ?? none }
}

/** The days of a place, worked out once for all that begin theirs at the same moment and always did. */
async function calendar(db: Db, places: readonly Place[]) {
  const known = new Map<string, { day: string; from: number; to: number }>()
  const changed = places.filter(place => place.rules_from > BEGINNING)
  const rules = await dayRules(
    db,
    changed.map(place => place.id),
  )
  return ({ id, time_zone, gaming_day_start }: Place, day: string) => {
    const own = rules.get(id)
    if (own) return { day, ...gamingDayBoundsIn(own, day) }
    const key = `${day} ${time_zone} ${gaming_day_start}`
    const bounds = known.get(key) ?? { day, ...gamingDayBounds(day, time_zone, gaming_day_start) }
    known.set(key, bounds)
    return bounds
  }
}

/**
 * `location hour`. From one hour with a reading to the next by the index, so that it costs as many look-ups as there
 * are hours, not slots.
 */
async function knownHours(
  db: Db,
  ranges: readonly { id: string; from: number; to: number }[],
): Promise<ReadonlySet<string>> {
  if (ranges.length === 0) return new Set()
  const next = (after: string) =>
    sql`(select c.hour_start from counter_hours c where c.location_nr = ${numberOf(sql.raw(after))} and c.hour_start < `
  const { rows } = await sql<{ id: string; hours: string }>`
    with recursive h (id, until, hour) as (
      select b.id, b.until, ${next('b.id')} b.until and c.hour_start >= b.since order by c.hour_start limit 1)
      from ${rowsAsTable(
        db,
        { id: 'text', since: 'bigint', until: 'bigint' },
        ranges.map(({ id, from, to }) => ({ id, since: from, until: to })),
      )}
      union all
      select h.id, h.until, ${next('h.id')} h.until and c.hour_start > h.hour order by c.hour_start limit 1)
      from h where h.hour is not null)
    select id, ${listOf(db, sql`hour`)} as hours from h where hour is not null group by id`.execute(db)
  return new Set(rows.flatMap(({ id, hours }) => hours.split(',').map(hour => `${id} ${hour}`)))
}
