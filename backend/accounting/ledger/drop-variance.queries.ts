/** Counted cash against the bill meter, between two collections each: by slot, location, or who collected. */
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { clockOf } from '../period-reports/network-clock.service'
import type { varianceSums, VarianceAnswer, VarianceRequest } from './ledger.contract'
import { parseLocalTime } from '../../platform/contract/time-zone'

const groups: Readonly<
  Record<
    VarianceRequest['by'],
    { key: RawBuilder<unknown>; name: RawBuilder<unknown>; place: RawBuilder<unknown> }
  >
> = {
  slot: { key: sql`c.slot_id`, name: sql`max(s.serial)`, place: sql`l.name` },
  location: { key: sql`c.location_id`, name: sql`max(l.name)`, place: sql`null` },
  collector: { key: sql`c.collected_by`, name: sql`max(c.collected_by)`, place: sql`null` },
}

const sums = sql`count(*) as collections, sum(c.counted_minor) as counted, sum(c.expected_minor) as expected,
  sum(case when c.expected_minor is null then null else c.counted_minor end) as compared, sum(c.difference_minor) as difference,
  sum(case when c.difference_minor < 0 then -c.difference_minor else 0 end) as short,
  sum(case when c.difference_minor > 0 then c.difference_minor else 0 end) as over,
  sum(case when c.state in ('short', 'over') then 1 else 0 end) as beyond,
  sum(case when c.expected_minor is null then 1 else 0 end) as unknown`

const names = [
  'collections',
  'counted',
  'expected',
  'compared',
  'difference',
  'short',
  'over',
  'beyond',
  'unknown',
] as const
type Sums = Record<(typeof names)[number], number | string | null>

/** PostgreSQL returns sums as text; null where no meter was known. */
const figuresOf = (row: Sums) =>
  Object.fromEntries(names.map(name => [name, row[name] === null ? null : Number(row[name])])) as z.output<
    typeof varianceSums
  >

/**
 * Days are the calendar's, in the zone that the answer names: a collection belongs to the moment when the cash was
 * taken out.
 */
export async function dropVariance(
  db: Db,
  scope: Scope,
  request: VarianceRequest,
  now: number,
): Promise<VarianceAnswer> {
  const { zone, open } = await clockOf(db, scope, request.location, now)
  const start = parseLocalTime(request.from, zone).toMillis()
  const end = parseLocalTime(request.to, zone).plus({ days: 1 }).toMillis()
  const { key, name, place } = groups[request.by]
  const isSlot = request.by === 'slot'
  const of = sql`from collector_checkpoints c join slots s on s.id = c.slot_id join locations l on l.id = c.location_id
    where c.archived_at is null and c.collected_at >= ${start} and c.collected_at < ${end}
      and ${scope.tenantId === null ? sql`1 = 1` : sql`c.tenant_id = ${scope.tenantId}`}
      ${request.location === null ? sql`` : sql`and c.location_id = ${request.location}`}`
  const by = sql`${key}, c.currency${isSlot ? sql`, l.name` : sql``}`
  const isOutside = request.show === 'outside'
  const outside = sql`sum(case when c.state in ('short', 'over') then 1 else 0 end) > 0`
  const [{ rows }, { rows: totals }, { rows: counted }] = await Promise.all([
    sql<Sums & { key: string; name: string; location: string | null; currency: 'RON' }>`
      select ${key} as key, ${name} as name, ${place} as location, c.currency, ${sums} ${of}
      group by ${by} ${isOutside ? sql`having ${outside}` : sql``} order by 2, 3, 1, 4 limit ${request.rows}`.execute(
      db,
    ),
    sql<Sums & { currency: 'RON' }>`select c.currency, ${sums} ${of} group by c.currency order by 1`.execute(
      db,
    ),
    sql<{ total: number; beyond: number }>`select count(*) as total, coalesce(sum(g.beyond), 0) as beyond
      from (select case when ${outside} then 1 else 0 end as beyond ${of} group by ${by}) as g`.execute(db),
  ])
  const [all, beyond] = [Number(counted[0]?.total ?? 0), Number(counted[0]?.beyond ?? 0)]
  return {
    rows: rows.map(row => ({
      key: row.key,
      name: row.name,
      currency: row.currency,
      hours: null,
      location: row.location,
      ...figuresOf(row),
    })),
    totals: totals.map(row => ({ currency: row.currency, ...figuresOf(row) })),
    from: request.from,
    to: request.from > open || request.to < open ? request.to : open,
    open_day: null,
    missing_days: [],
    hours: null,
    from_readings: false,
    calendar: true,
    ...(isOutside && { outside: { rows: beyond, of: all } }),
    left_out: (isOutside ? beyond : all) - rows.length,
    time_zone: zone,
    as_of: now,
  }
}
