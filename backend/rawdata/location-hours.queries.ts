/**
 * How complete the days of a location or a tenant are. An hour of a location is known when any of its slots told a reading in it, as on the
 * location's page; a tenant's hours are those of its locations.
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import { numberOf } from '../db/short-ids'
import type { Scope } from '../http/actor'
import { daysOf } from './aggregate.queries'
import { hoursBetween } from './days-report.queries'
import { gamingDayBounds } from './gaming-day.service'

export interface Hours {
  known: number
  expected: number
}
interface Place {
  id: string
  time_zone: string
  gaming_day_start: string
  /** The gaming day of its first readings ever: nothing is missing before it. */
  since: string | null
}

/** Hours of more locations and days than these are not counted: each is a look-up. */
export const MOST_HOURS = 50_000

/** By gaming day. Null for a tenant of too many locations for so long a period. */
export async function hoursOfPlaces(
  db: Db,
  scope: Scope,
  { entity, id }: { entity: 'location' | 'tenant'; id: string },
  period: { from: string; to: string },
  now: number,
): Promise<ReadonlyMap<string, Hours> | null> {
  const places = (await placesOf(db, scope, { entity, id })).filter(({ since }) => since !== null)
  const days = daysOf(period.from, period.to)
  if (places.length * days.length * 24 > MOST_HOURS) return null
  const boundsOf = calendar(days)
  const ranges = places.map(place => {
    const bounds = boundsOf(place)
    return { id: place.id, from: bounds[0]?.from ?? 0, to: Math.min(bounds.at(-1)?.to ?? 0, now) }
  })
  const known = await knownHours(db, ranges)
  const hours = new Map<string, Hours>(days.map(day => [day, { known: 0, expected: 0 }]))
  for (const place of places)
    for (const { day, from, to } of boundsOf(place)) {
      const sums = hours.get(day)
      if (!sums || day < (place.since ?? '')) continue
      const all = hoursBetween(from, Math.min(to, now))
      sums.expected += all.length
      sums.known += all.filter(at => known.has(`${place.id} ${at}`)).length
    }
  return hours
}

async function placesOf(
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
function calendar(days: readonly string[]) {
  const known = new Map<string, { day: string; from: number; to: number }[]>()
  return ({ time_zone, gaming_day_start }: Place) => {
    const key = `${time_zone} ${gaming_day_start}`
    const bounds =
      known.get(key) ?? days.map(day => ({ day, ...gamingDayBounds(day, time_zone, gaming_day_start) }))
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
