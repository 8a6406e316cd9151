import { sql, type RawBuilder } from 'kysely'
import type { OverviewLocation } from './overview.contract'
import { hourTakingsOf } from './hour-takings.queries'
import { daysNow, netWin, takingsOf, type Place, type Sums } from './takings.queries'
import { together, troubleTallies, weighed, type Reading, type Trouble, type What } from './troubles.queries'

const MOST_LOCATIONS = 12

type Stored = Place & {
  nr: number
  name: string
  tenant_id: string
  tenant: string
  total: number
  never: number
}

/** Trouble of a kind in a location, in the columns of a location: how much of it, and since when. */
interface Found {
  id: string
  nr: null
  name: What
  total: number
  never: number | null
  gaming_day: null
}

/** A location, what one of them took on a day, or what is wrong in one. */
type Read = (Stored & { gaming_day: null }) | Sums | Found

const isSum = (row: Read): row is Sums => row.gaming_day !== null
const isFound = (row: Read): row is Found => row.gaming_day === null && row.nr === null
const isStored = (row: Read): row is Stored & { gaming_day: null } => !isSum(row) && !isFound(row)

/**
 * Locations with trouble, the worst first, then by name; where there are few of them, some that have none. What
 * these take today is read with them, and nothing else has to be known before: a statement's way to the database
 * costs more than a few sums.
 */
export function worstFirst(
  reading: Reading,
  withFigures: boolean,
): {
  query: RawBuilder<Read>
  /** What the query's rows say: the trouble in all locations, and those that are shown. */
  troubles: (rows: readonly Read[]) => Trouble[]
  locations: (rows: readonly Read[]) => Promise<OverviewLocation[]>
} {
  const { db, now, scope } = reading
  const own = scope.tenantId === null ? sql`` : sql`and l.tenant_id = ${scope.tenantId}`
  const columns = sql`l.id, l.name, l.time_zone, l.gaming_day_start, l.tenant_id`
  const days = withFigures ? daysNow(db, now) : []
  // Trouble is counted once, for its sums and for the order. If enough locations have trouble, no others are read.
  // Slots are counted only of those that are shown.
  const query = sql<Read>`
    with trouble as materialized (${together(troubleTallies(reading))}),
      ranked as (select t.location_id, sum(t.n * case t.name ${weighed} end) as score from trouble t group by t.location_id),
      worst as (select ${columns}, r.score from ranked r cross join locations l
        where l.id = r.location_id and l.archived_at is null ${own} order by r.score desc, l.name, l.id limit ${MOST_LOCATIONS}),
      others as (select ${columns}, 0 as score from locations l
        where (select count(*) from worst) < ${MOST_LOCATIONS} and l.archived_at is null ${own} and l.id not in (select id from worst)
        order by l.name, l.id limit ${MOST_LOCATIONS}),
      shown as (select * from (select * from worst union all select * from others) as l order by l.score desc, l.name, l.id limit ${MOST_LOCATIONS})
    select l.id, row_number() over (order by l.score desc, l.name, l.id) as nr, l.name, l.time_zone, l.gaming_day_start, l.tenant_id, o.name as tenant,
      (select count(*) from slots t where t.location_id = l.id and t.archived_at is null) as total,
      (select count(*) from slots t where t.location_id = l.id and t.archived_at is null and t.last_seen_at is null) as never,
      null as gaming_day, null as currency, null as won
    from shown l join tenants o on o.id = l.tenant_id
    ${
      days.length > 0
        ? sql`union all
    select d.location_id as id, null, null, null, null, null, null, null, null, d.gaming_day, d.currency, sum(${netWin} * d.denomination_minor)
    from counter_days d where d.location_id in (select id from shown) and d.gaming_day in (${sql.join(days)}) and d.game_nr = 0
    group by d.location_id, d.gaming_day, d.currency`
        : sql``
    }
    union all
    select t.location_id, null, t.name, null, null, null, null, t.n, t.since, null, null, null from trouble t`
  return { query, troubles, locations: rows => locationsIn(rows, reading, withFigures, days) }
}

const troubles = (rows: readonly Read[]): Trouble[] =>
  rows.filter(isFound).map(({ id, name, total, never }) => ({
    what: name,
    location_id: id,
    n: Number(total),
    since: never === null ? null : Number(never),
  }))

async function locationsIn(
  read: readonly Read[],
  { db, now }: Reading,
  withFigures: boolean,
  days: readonly string[],
): Promise<OverviewLocation[]> {
  const places = read.filter(isStored).sort((a, b) => Number(a.nr) - Number(b.nr))
  const sums = read.filter(isSum)
  const found = troubles(read)
  if (places.length === 0) return []
  const [taken, hours] = await Promise.all([
    withFigures ? takingsOf(db, places, now, { days, sums }) : null,
    withFigures ? hourTakingsOf(db, places, now) : null,
  ])
  return places.map(({ id, name, tenant, tenant_id, total, never }) => {
    const of = (what: What) =>
      found.reduce((sum, one) => sum + (one.location_id === id && one.what === what ? one.n : 0), 0)
    return {
      location: { _id: id, name },
      tenant: { _id: tenant_id, name: tenant },
      total: Number(total),
      never: Number(never),
      offline: of('offline'),
      locked: of('locked'),
      doors: of('doors'),
      under_way: of('under_way'),
      takings: taken && (taken.get(id) ?? []),
      hours: hours && (hours.get(id) ?? []),
    }
  })
}
