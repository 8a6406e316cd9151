import { sql } from 'kysely'
import type { BoardLocation } from './board.contract'
import { hourTakingsOf } from './hour-takings.queries'
import { daysNow, netWin, takingsOf, type Place, type Sums } from './takings.queries'
import { weights, type Reading, type Trouble, type What } from './troubles.queries'

const MOST_LOCATIONS = 12

type Stored = Place & {
  nr: number
  name: string
  tenant_id: string
  tenant: string
  total: number
  never: number
}

/** A location, or what one of them took on a day. */
type Read = (Stored & { gaming_day: null }) | (Omit<Sums, 'location_id'> & { id: string })

const isStored = (row: Read): row is Stored & { gaming_day: null } => row.gaming_day === null

/** Locations with trouble, the worst first; where there are few of them, some that have none, by name. */
export async function worstFirst(
  reading: Reading,
  found: readonly Trouble[],
  withFigures: boolean,
): Promise<BoardLocation[]> {
  const { db, now, scope } = reading
  const score = new Map<string, number>()
  for (const { location_id, what, n } of found)
    score.set(location_id, (score.get(location_id) ?? 0) + weights[what] * n)
  const worst = [...score]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_LOCATIONS)
    .map(([id]) => id)
  const scoped =
    scope.tenantId === null
      ? sql`l.archived_at is null`
      : sql`l.archived_at is null and l.tenant_id = ${scope.tenantId}`
  const isWorst = worst.length > 0 ? sql`l.id in (${sql.join(worst)})` : sql`1 = 0`
  // Where all are among the worst, no other is looked at. Slots are counted of those alone that are shown. What these take today is read with them: a
  // statement's way to the database costs more than a few sums.
  const days = withFigures ? daysNow(db, now) : []
  const read = await sql<Read>`
    with shown as (select l.id, l.name, l.time_zone, l.gaming_day_start, l.tenant_id, case when ${isWorst} then 0 else 1 end as place
      from locations l where ${scoped} ${worst.length === MOST_LOCATIONS ? sql`and ${isWorst}` : sql``}
      order by place, l.name, l.id limit ${MOST_LOCATIONS})
    select l.id, row_number() over (order by l.place, l.name, l.id) as nr, l.name, l.time_zone, l.gaming_day_start, l.tenant_id, o.name as tenant,
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
    }`.execute(db)
  const rows = read.rows.filter(isStored).sort((a, b) => Number(a.nr) - Number(b.nr))
  const sums = read.rows.flatMap(row => (isStored(row) ? [] : [{ ...row, location_id: row.id }]))
  const places = rows.toSorted((a, b) => (score.get(b.id) ?? 0) - (score.get(a.id) ?? 0))
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
