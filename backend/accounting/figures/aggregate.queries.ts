import { DAY_MS } from '../../platform/contract/durations'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { DayFigures, DayRow } from './aggregate.contract'
import { gamingDayOf } from '../../estate/locations/gaming-day.service'
import { figureSums, ratioOf, sumOf } from '../../telemetry/readings/measures.contract'
import {
  countMeters,
  movementNames,
  noMovement,
  type MovementMeter,
} from '../../telemetry/readings/meters.contract'

type Sums = Record<MovementMeter, number>
export type Stored = Sums & { currency: string; denomination_minor: number; machines: number }
export interface AggregateQuery {
  entity: 'tenant' | 'location' | 'slot'
  ids: readonly string[]
  from: string
  to: string
}
type Totals = Omit<DayFigures, 'machines'>

/**
 * Credits become money by the denomination that each reading had. Game 0 is the whole slot; with two prices it is one
 * slot.
 */
export async function byGamingDay(
  db: Db,
  scope: Scope,
  query: AggregateQuery,
): Promise<{ rows: DayRow[]; totals: Totals[] }> {
  const { rows } = await sql<Stored & { gaming_day: string }>`
    select gaming_day, currency, 1 as denomination_minor, count(distinct slot_id) as machines, ${inMoney}
    from counter_days where ${placed(scope, query)} and game_nr = 0 and ${hasFigures}
    group by gaming_day, currency order by gaming_day, currency`.execute(db)
  return {
    rows: rows.map(row => ({
      day: row.gaming_day,
      ...figures(row.currency, row),
      machines: Number(row.machines),
    })),
    totals: collect(rows, row => row.currency).map(([first, sums]) => figures(first.currency, sums)),
  }
}

/**
 * Up to the day that is open in the location whose day is furthest on: locations begin their days at hours of their
 * own.
 */
export async function lastGamingDays(
  db: Db,
  { tenantId }: Scope,
  { entity, ids }: Pick<AggregateQuery, 'entity' | 'ids'>,
  days: number,
  now: number,
): Promise<{ from: string; to: string }> {
  let locations = db.selectFrom('locations').select(['time_zone', 'gaming_day_start']).distinct()
  if (tenantId !== null) locations = locations.where('tenant_id', '=', tenantId)
  if (entity === 'tenant') locations = locations.where('tenant_id', 'in', ids)
  else
    locations = locations.where(
      'id',
      'in',
      entity === 'location' ? ids : db.selectFrom('slots').select('location_id').where('id', 'in', ids),
    )
  const open = (await locations.execute()).map(location =>
    gamingDayOf(now, location.time_zone, location.gaming_day_start),
  )
  const to = open.sort().at(-1) ?? new Date(now).toISOString().slice(0, 10)
  return { from: new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10), to }
}

// Raw texts: assembling the parts for each statement would be a good part of what a short statement costs.
/** A correction that takes back a whole row leaves a row of zeros, which is no figure. */
export const hasFigures = sql.raw(
  `(readings > 0 or ${movementNames.map(name => `"${name}" <> 0`).join(' or ')})`,
)

/** The sums of rows of several prices. */
export const inMoney = sql.raw(
  movementNames
    .map(name => `sum("${name}"${countMeters.has(name) ? '' : ' * denomination_minor'}) as "${name}"`)
    .join(', '),
)

export function placed({ tenantId }: Scope, { entity, ids, from, to }: AggregateQuery): RawBuilder<unknown> {
  const scoped = tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`
  const list = sql.join([...ids])
  // The table's key begins with the day: each day of each slot is found by itself.
  if (entity === 'slot')
    return sql`gaming_day in (${sql.join(daysOf(from, to))}) and slot_id in (${list}) ${scoped}`
  const owners =
    entity === 'tenant' ? sql`(${list})` : sql`(select tenant_id from locations where id in (${list}))`
  return sql`tenant_id in ${owners} and gaming_day >= ${from} and gaming_day <= ${to} ${entity === 'location' ? sql`and location_id in (${list})` : sql``} ${scoped}`
}

export function daysOf(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dateAt(at))
  return days
}

/** Some thirty years: a year is gone through several times for one answer. */
const MOST_DATES = 10_000
const dates = new Map<number, string>()

function dateAt(instant: number): string {
  const known = dates.get(instant)
  if (known !== undefined) return known
  if (dates.size >= MOST_DATES) dates.clear()
  const date = new Date(instant).toISOString().slice(0, 10)
  dates.set(instant, date)
  return date
}

const nothingMoved = (): Sums => ({ ...noMovement })

export function collect<Row extends Stored>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): [Row, Sums, number][] {
  const groups = new Map<string, [Row, Sums, number]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key) ?? [row, nothingMoved(), 0]
    groups.set(key, group)
    for (const name of movementNames)
      group[1][name] += row[name] * (countMeters.has(name) ? 1 : row.denomination_minor)
    group[2] += row.machines
  }
  return [...groups.values()]
}

/** `sums` are priced. */
export function figures(currency: string, sums: Sums): Totals {
  const totals = {} as Totals
  for (const name of figureSums) totals[name] = sumOf(name, sums)
  totals.currency = currency as DayFigures['currency']
  totals.rtp = ratioOf('rtp', sums)
  totals.average_bet = ratioOf('average_bet', sums)
  return totals
}
