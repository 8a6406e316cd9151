/** The common input of every widget, and the conditions that they share: scope first, then the widget's location. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import type { Actor, Scope } from '../../platform/request/actor'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import type { WidgetPlace } from './dashboard.service'

export interface Reading {
  db: Db
  actor: Actor
  scope: Scope
  now: number
  slots: Store
  /** The open gaming day of every time zone and day start in scope. */
  openDays: readonly OpenDay[]
}

export interface OpenDay {
  day: string
  time_zone: string
  gaming_day_start: string
}

/** Locations in scope share a few time zones and beginnings, however many they are. */
export async function openDaysOf(db: Db, { tenantId }: Scope, now: number): Promise<OpenDay[]> {
  const rhythms = await db
    .selectFrom('locations')
    .select(['time_zone', 'gaming_day_start'])
    .distinct()
    .where('archived_at', 'is', null)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .execute()
  return rhythms.map(rhythm => ({
    ...rhythm,
    day: gamingDayOf(now, rhythm.time_zone, rhythm.gaming_day_start),
  }))
}

export const openDaysAt = ({ openDays, now }: Reading, place: WidgetPlace | null): readonly OpenDay[] =>
  place ? [{ ...place, day: gamingDayOf(now, place.time_zone, place.gaming_day_start) }] : openDays

/** The open days from the earliest to the one furthest on; where there is no location, the day of UTC. */
export function openSpanAt(reading: Reading, place: WidgetPlace | null): { first: string; last: string } {
  const days = openDaysAt(reading, place)
    .map(({ day }) => day)
    .sort()
  const utc = new Date(reading.now).toISOString().slice(0, 10)
  return { first: days[0] ?? utc, last: days.at(-1) ?? utc }
}

/** The span of the open day, where it is the same hours everywhere. */
export function spanOf(days: readonly OpenDay[]): { start: number; end: number } | null {
  const [first, ...others] = days.map(one => gamingDayBounds(one.day, one.time_zone, one.gaming_day_start))
  if (!first || others.some(({ from, to }) => from !== first.from || to !== first.to)) return null
  return { start: first.from, end: first.to }
}

/** Rows of a table that have a tenant and a location. */
export const placedIn = (
  { scope: { tenantId } }: Reading,
  place: WidgetPlace | null,
  alias: string,
  columnOf: (name: string) => RawBuilder<unknown> = name => sql.ref(name),
): RawBuilder<unknown> => {
  const tenant = tenantId ?? place?.tenant_id ?? null
  return sql`${tenant === null ? sql`1 = 1` : sql`${columnOf(`${alias}.tenant_id`)} = ${tenant}`}
    ${place ? sql`and ${sql.ref(`${alias}.location_id`)} = ${place.id}` : sql``}`
}

/** Counts what the list of slots finds with these filters, so that a number and its list cannot differ. */
export const countSlots = (
  { slots, db, scope, now }: Reading,
  place: WidgetPlace | null,
  filters: Readonly<Record<string, readonly string[]>> = {},
): Promise<number> =>
  slots.count(
    db,
    scope,
    {
      query: '',
      exactFields: [...(place ? ['location'] : []), ...Object.keys(filters)],
      exactValues: [...(place ? [[place.id]] : []), ...Object.values(filters).map(values => [...values])],
    },
    now,
  )
