/**
 * After which silence a SMIB counts as stale or offline, where somebody has set it: what `presence_limits` keeps of the
 * configuration, the nearest of SMIB, location and tenant first, and the constants behind them. Only slots that were
 * last seen between the shortest and the longest of all limits are looked up; as long as nobody has set any, that is
 * none.
 */
import { sql, type RawBuilder } from 'kysely'
import { OFFLINE_AFTER_MS, presenceAt, STALE_AFTER_MS, type Presence } from '../contract/presence'
import type { Stored } from './columns'

/** Where the row in question has its facts, as SQL. */
export interface SeenColumns {
  last: RawBuilder<unknown>
  smib: RawBuilder<unknown>
  location: RawBuilder<unknown>
  tenant: RawBuilder<unknown>
}

/**
 * Bound, so that the statement is the same one every time and stays prepared; PostgreSQL would take it for a short
 * integer.
 */
const at = (now: number) => sql`cast(${now} as bigint)`

type Limit = 'stale_ms' | 'offline_ms'
const constants: Record<Limit, number> = { stale_ms: STALE_AFTER_MS, offline_ms: OFFLINE_AFTER_MS }

/** A row of `slots` or `smibs`, by the name that the statement gives it. */
export const seenColumnsOf = (table: 'slots' | 'smibs', alias = 't'): SeenColumns => ({
  last: sql.ref(`${alias}.last_seen_at`),
  location: sql.ref(`${alias}.location_id`),
  tenant: sql.ref(`${alias}.tenant_id`),
  smib:
    table === 'smibs'
      ? sql.ref(`${alias}.id`)
      : sql`(select lb.id from smibs lb where lb.slot_id = ${sql.ref(`${alias}.id`)})`,
})

const nothing = sql`null`

/** A place hears by its own limits: those of a location, or of a tenant. */
export const seenColumnsAt = (
  place: 'locations' | 'tenants',
  alias: string,
  last: RawBuilder<unknown>,
): SeenColumns => ({
  last,
  smib: nothing,
  location: place === 'locations' ? sql.ref(`${alias}.id`) : nothing,
  tenant: sql.ref(place === 'locations' ? `${alias}.tenant_id` : `${alias}.id`),
})

/** Milliseconds, for this row. */
export const limitOf = ({ smib, location, tenant }: SeenColumns, limit: Limit): RawBuilder<number> => {
  const own = (kind: string, id: RawBuilder<unknown>) =>
    sql`(select l.${sql.ref(limit)} from presence_limits l where l.kind = ${sql.lit(kind)} and l.owner_id = ${id})`
  return sql<number>`coalesce(${own('smib', smib)}, ${own('location', location)}, ${own('tenant', tenant)}, ${sql.lit(constants[limit])})`
}

const shortest = (limit: Limit) =>
  sql`coalesce((select min(l.${sql.ref(limit)}) from presence_limits l where l.${sql.ref(limit)} < ${sql.lit(constants[limit])}), ${sql.lit(constants[limit])})`
const longest = (limit: Limit) =>
  sql`coalesce((select max(l.${sql.ref(limit)}) from presence_limits l where l.${sql.ref(limit)} > ${sql.lit(constants[limit])}), ${sql.lit(constants[limit])})`

/** Silent for longer than its limit. The first condition is one that an index answers. */
const silent = (
  seen: SeenColumns,
  limit: Limit,
  now: number,
): RawBuilder<boolean> => sql<boolean>`(${seen.last} <= ${at(now)} - ${shortest(limit)}
  and (${seen.last} <= ${at(now)} - ${longest(limit)} or ${seen.last} <= ${at(now)} - ${limitOf(seen, limit)}))`
const spoke = (
  seen: SeenColumns,
  limit: Limit,
  now: number,
): RawBuilder<boolean> => sql<boolean>`(${seen.last} > ${at(now)} - ${longest(limit)}
  and (${seen.last} > ${at(now)} - ${shortest(limit)} or ${seen.last} > ${at(now)} - ${limitOf(seen, limit)}))`

/** Silent by any limit that somebody has set: an index's range alone. */
export const isSilentForAll = ({ last }: SeenColumns, now: number): RawBuilder<boolean> =>
  sql<boolean>`${last} <= ${at(now)} - ${longest('offline_ms')}`
/** Silent by its own limit, while another's would not be over yet: all other rows that are offline. */
export const isSilentForItself = (seen: SeenColumns, now: number): RawBuilder<boolean> =>
  sql<boolean>`(${seen.last} > ${at(now)} - ${longest('offline_ms')} and ${silent(seen, 'offline_ms', now)})`

/** Neither offline nor never connected. */
export const isConnected = (seen: SeenColumns, now: number): RawBuilder<boolean> =>
  spoke(seen, 'offline_ms', now)
/** Milliseconds: after the longest of all limits every SMIB is offline. */
export const longestSilence = (): RawBuilder<number> => sql<number>`${longest('offline_ms')}`

/** A condition on a row: in this presence state at `now`, by its own limits. As `presenceAt` says it. */
export function isIn(state: Presence, seen: SeenColumns, now: number): RawBuilder<boolean> {
  switch (state) {
    case 'online':
      return sql<boolean>`(${spoke(seen, 'stale_ms', now)} and ${spoke(seen, 'offline_ms', now)})`
    case 'stale':
      return sql<boolean>`(${silent(seen, 'stale_ms', now)} and ${spoke(seen, 'offline_ms', now)})`
    case 'offline':
      return silent(seen, 'offline_ms', now)
    case 'never':
      return sql<boolean>`${seen.last} is null`
  }
}

const deciding = (seen: SeenColumns, limit: Limit, now: number): RawBuilder<number | null> =>
  sql`case when ${seen.last} <= ${at(now)} - ${shortest(limit)} and ${seen.last} > ${at(now)} - ${longest(limit)} then ${limitOf(seen, limit)} end`

/** Columns to read with a row, for `presenceOf`: its limits, where they decide anything. */
export const limitColumns = (seen: SeenColumns, now: number): RawBuilder<unknown> =>
  sql`${deciding(seen, 'stale_ms', now)} as stale_ms, ${deciding(seen, 'offline_ms', now)} as offline_ms`

/** The same, of a store. */
export const limitReads = (seen: SeenColumns): Record<Limit, (now: number) => RawBuilder<unknown>> => ({
  stale_ms: now => deciding(seen, 'stale_ms', now),
  offline_ms: now => deciding(seen, 'offline_ms', now),
})

/** What `presenceOf` looks at. */
export const presenceReads = ['last_seen_at', 'stale_ms', 'offline_ms'] as const

/** Of a row that was read with `limitColumns`; without them, by the constants. */
export const presenceOf = (
  row: Stored,
  now: number,
  lastSeenAt = row.last_seen_at as number | null,
): Presence =>
  presenceAt(lastSeenAt, now, {
    stale: (row.stale_ms as number | null | undefined) ?? STALE_AFTER_MS,
    offline: (row.offline_ms as number | null | undefined) ?? OFFLINE_AFTER_MS,
  })

/** A store's filter on presence. */
export const seenAs =
  (table: 'slots' | 'smibs') =>
  (state: Presence, now: number): RawBuilder<boolean> =>
    isIn(state, seenColumnsOf(table), now)
