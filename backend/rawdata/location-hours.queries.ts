/**
 * How complete the days of a location or a tenant are. An hour of a location is known when any of its slots told a reading in it, as on the
 * location's page; a tenant's hours are those of its locations.
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import type { DaySpan } from '../days/stored-sums.service'
import { numberOf } from '../db/short-ids'
import type { Scope } from '../http/actor'
import { daysOf } from './aggregate.queries'
import { hoursBetween } from './days-report.queries'
import { gamingDayBounds } from './gaming-day.service'

export interface Hours {
  known: number
  expected: number
}
export interface Place {
  id: string
  time_zone: string
  gaming_day_start: string
  /** The gaming day of its first readings ever: nothing is missing before it. */
  since: string | null
}

/** Hours of more locations and days than these are not counted: each is a look-up. */
export const MOST_HOURS = 50_000

/**
 * By gaming day, of the days of these spans; `known` is what others are told of already. Null for a tenant of too many locations for so long a period.
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
  const boundsOf = calendar()
  const ranges = open.map(({ place, days }) => ({
    id: place.id,
    days: days.map(day => boundsOf(place, day)),
  }))
  const told = await knownHours(
    db,
    ranges.map(({ id, days }) => ({ id, from: days[0]?.from ?? 0, to: Math.min(days.at(-1)?.to ?? 0, now) })),
  )
  const hours = new Map<string, Hours>([...known].map(([day, one]) => [day, { ...one }]))
  for (const { id, days } of ranges)
    for (const { day, from, to } of days) {
      const sums = hours.get(day) ?? { known: 0, expected: 0 }
      hours.set(day, sums)
      const all = hoursBetween(from, Math.min(to, now))
      sums.expected += all.length
      sums.known += all.filter(at => told.has(`${id} ${at}`)).length
    }
  return hours
}

/** Of a location or a tenant; throws nothing for what is not there. */
export async function placesWithin(
  db: Db,
  { tenantId }: Scope,
  { entity, id }: { entity: 'location' | 'tenant'; id: string },
): Promise<Place[]> {
  const scope = tenantId === null ? sql`` : sql`and l.tenant_id = ${tenantId}`
  const { rows } = await sql<Place>`
    select l.id, l.time_zone, l.gaming_day_start,
      (select min(d.gaming_day) from counter_days d where d.location_id = l.id) as since
    from locations l where ${sql.ref(entity === 'location' ? 'l.id' : 'l.tenant_id')} = ${id} ${scope}`.execute(
    db,
  )
  return rows
}

/** The days of a place, worked out once for all that begin theirs at the same moment. */
function calendar() {
  const known = new Map<string, { day: string; from: number; to: number }>()
  return ({ time_zone, gaming_day_start }: Place, day: string) => {
    const key = `${day} ${time_zone} ${gaming_day_start}`
    const bounds = known.get(key) ?? { day, ...gamingDayBounds(day, time_zone, gaming_day_start) }
    known.set(key, bounds)
    return bounds
  }
}

/** `location hour`. From one hour with a reading to the next by the index, so that it costs as many look-ups as there are hours, not slots. */
async function knownHours(
  db: Db,
  ranges: readonly { id: string; from: number; to: number }[],
): Promise<ReadonlySet<string>> {
  if (ranges.length === 0) return new Set()
  const next = (after: string) =>
    sql`(select c.hour_start from counter_hours c where c.location_nr = ${numberOf(sql.raw(after))} and c.hour_start < `
  const { rows } = await sql<{ id: string; hour: number }>`
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
    select id, hour from h where hour is not null`.execute(db)
  return new Set(rows.map(row => `${row.id} ${Number(row.hour)}`))
}
