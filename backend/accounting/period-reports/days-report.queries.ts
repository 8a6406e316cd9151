/** Sums of a period by day, month, location or slot, from roll-ups; what is missing of it is said with them. */
import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import {
  collect,
  figures,
  inMoney,
  placed,
  type AggregateQuery,
  hasFigures,
} from '../figures/aggregate.queries'
import type { Scope } from '../../platform/request/actor'
import type { DayFigures } from '../figures/aggregate.contract'
import type { GroupSums } from './closed-sums.queries'
import type { DayGroup } from './days-report.contract'
import type { Place } from './open-day'

/** Where the subject's days begin; a tenant's by its own zone. Throws 404 for what is not there or not in scope. */
export async function placeOf(
  db: Db,
  { tenantId }: Scope,
  { entity, id }: { entity: AggregateQuery['entity']; id: string },
): Promise<Place> {
  if (entity === 'tenant') {
    if (tenantId !== null && tenantId !== id) throw new Problem(404, 'not_found')
    const tenant = await db.selectFrom('tenants').select('time_zone').where('id', '=', id).executeTakeFirst()
    if (!tenant) throw new Problem(404, 'not_found')
    return { ...tenant, gaming_day_start: '00:00' }
  }
  const places = db.selectFrom('locations as l').select(['l.time_zone', 'l.gaming_day_start'])
  const one =
    entity === 'location'
      ? places.where('l.id', '=', id)
      : places.innerJoin('slots as s', 's.location_id', 'l.id').where('s.id', '=', id)
  const place = await (tenantId === null ? one : one.where('l.tenant_id', '=', tenantId)).executeTakeFirst()
  if (!place) throw new Problem(404, 'not_found')
  return place
}

/** From the sums of slots. In a row a slot counts once, whatever prices it had. */
export async function byGroup(
  db: Db,
  scope: Scope,
  query: AggregateQuery,
  by: DayGroup,
): Promise<GroupSums[]> {
  const { key, name, from } = groupings[by]
  const { rows } = await sql<GroupSums>`
    select g.*, ${name} as group_name from (
      select ${key} as group_key, currency, 1 as denomination_minor, count(distinct slot_id) as machines, ${inMoney}
      from counter_days where ${placed(scope, query)} and game_nr = 0 and ${hasFigures}
      group by 1, currency) as g
    ${from} order by group_name, group_key, currency`.execute(db)
  return rows
}

const groupings = {
  day: { key: sql`gaming_day`, name: sql`null`, from: sql`` },
  month: { key: sql`substr(gaming_day, 1, 7)`, name: sql`null`, from: sql`` },
  location: {
    key: sql`location_id`,
    name: sql`l.name`,
    from: sql`join locations l on l.id = g.group_key`,
  },
  slot: { key: sql`slot_id`, name: sql`s.serial`, from: sql`join slots s on s.id = g.group_key` },
} as const

export const figuresOf = (rows: readonly GroupSums[]) => ({
  rows: rows.map(row => ({
    key: row.group_key,
    name: row.group_name,
    ...(figures(row.currency, row) as DayFigures),
    machines: Number(row.machines),
  })),
  totals: collect(rows, row => row.currency).map(([first, sums]) => figures(first.currency, sums)),
})

/** The days of the period with any figures. */
export async function knownDays(db: Db, scope: Scope, query: AggregateQuery): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ gaming_day: string }>`
    select distinct gaming_day from counter_days where ${placed(scope, query)} and game_nr = 0 and ${hasFigures}`.execute(
    db,
  )
  return new Set(rows.map(row => row.gaming_day))
}
