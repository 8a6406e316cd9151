/**
 * Rows of stored hours and days, as they are or summed up, by set-based SQL: what is read is what the period and the
 * places leave.
 */
import { UNSETTLED } from '../../telemetry/readings/ticket-meters.contract'
import { sql, type RawBuilder } from 'kysely'
import { contains, wordsOf } from '../../platform/db/has-words'
import { slotHasWord } from '../../estate/slots/slot-search.service'
import type { Db } from '../../platform/db/database'
import { isOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
import {
  BEGINNING,
  dateAfter,
  gamingDayBoundsIn,
  gamingDayIn,
  type DayRule,
} from '../../estate/locations/gaming-day.service'
import { countMeters, movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import { dayRules } from '../../telemetry/readings/slot-history.queries'
import type { AggregatedBy, Granulation } from './aggregation-rules.contract'
import type { Places } from '../../telemetry/streams/stream-filter'

export interface RollUpQuery {
  granulation: Granulation | null
  /** What a row stands for: `stored` as it is, null all together. */
  by: AggregatedBy | 'stored' | null
  /** All intervals in one row. */
  whole?: boolean
  places: Places
  /**
   * Game 0 is the whole slot, `each` all others. Left out: of rows by game each, of other computed ones 0, of stored
   * ones all.
   */
  games?: readonly number[] | 'each' | undefined
  words?: string
  withArchived: boolean
  /** Only of slots that have had a SMIB. */
  withSmib?: boolean
  /** Instants, `to` exclusive; or gaming days, both included. */
  period: { from: number; to: number } | { firstDay: string; lastDay: string }
  /** Only these intervals. */
  intervals?: readonly (string | number)[]
}

export type RollUpRow = Record<MovementMeter, number> & {
  interval: string | number | null
  tenant_id: string | null
  location_id: string | null
  slot_id: string | null
  game_nr: number | null
  denomination_minor: number
  currency: string
  readings: number
  slots: number
}

export interface Part {
  direction: 'ASC' | 'DESC'
  limit: number
  offset: number
}

export async function rollUpRows(
  db: Db,
  scope: Scope,
  query: RollUpQuery,
  { direction, limit, offset }: Part,
): Promise<RollUpRow[]> {
  const way = sql.raw(direction === 'ASC' ? 'asc' : 'desc')
  const { rows } = await sql<RollUpRow>`${await selection(db, scope, query)}
    order by "interval" ${way}, tenant_id ${way}, location_id ${way}, slot_id ${way}, game_nr ${way}, currency, denomination_minor
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(row => ({ ...row, readings: Number(row.readings), slots: Number(row.slots) }))
}

/** Counting stops at one more than `most`. */
export async function countRollUps(
  db: Db,
  scope: Scope,
  query: RollUpQuery,
  most: number,
): Promise<{ total: number; capped: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${await selection(db, scope, query, true)} limit ${most + 1}) as counted`.execute(
    db,
  )
  const found = Number(rows[0]?.n ?? 0)
  return { total: Math.min(found, most), capped: found > most }
}

const placeColumns = ['tenant_id', 'location_id', 'slot_id', 'game_nr'] as const
type PlaceColumn = (typeof placeColumns)[number]
/** A slot that moved has a row for each location: what it earned there stays there. */
const placeColumnsBy: Record<AggregatedBy | 'stored', readonly PlaceColumn[]> = {
  tenant: ['tenant_id'],
  location: ['tenant_id', 'location_id'],
  slot: ['tenant_id', 'location_id', 'slot_id'],
  game: placeColumns,
  stored: placeColumns,
}

async function selection(
  db: Db,
  scope: Scope,
  query: RollUpQuery,
  countsOnly = false,
): Promise<RawBuilder<unknown>> {
  const { granulation, by, whole = false } = query
  const isHour = granulation === 'hour'
  const table = isHour ? sql.table('counter_hours') : sql.table('counter_days')
  const interval =
    granulation === null || whole
      ? sql`null`
      : isHour
        ? sql`hour_start`
        : granulation === 'month'
          ? sql`substr(gaming_day, 1, 7)`
          : sql`gaming_day`
  const where = await conditions(db, scope, query)
  const columns = by === null ? [] : placeColumnsBy[by]
  const places = sql.join(
    placeColumns.map(name =>
      columns.includes(name)
        ? sql.ref(name)
        : sql`cast(null as ${sql.raw(typeOf(name))}) as ${sql.ref(name)}`,
    ),
  )
  if (by === 'stored' && granulation !== 'month')
    return countsOnly
      ? sql`select 1 as one from ${table} where ${where}`
      : sql`select ${interval} as "interval", ${places}, denomination_minor, currency, readings, 1 as slots,
          ${sql.join(movementNames.map(name => sql.ref(name)))} from ${table} where ${where}`
  const groups = [
    ...(granulation === null || whole ? [] : [interval]),
    // Of hours by number: an identifier is looked up for each row, and the same rows come of it.
    ...columns.map(name => sql.ref(countsOnly && isHour ? name.replace('_id', '_nr') : name)),
    sql.ref('currency'),
    ...(by === 'stored' ? [sql.ref('denomination_minor')] : []),
  ]
  if (countsOnly) return sql`select 1 as one from ${table} where ${where} group by ${sql.join(groups)}`
  // Stored rows are credits; all others are priced by the denomination that each reading had.
  const sums = movementNames.map(name =>
    by === 'stored' || countMeters.has(name)
      ? sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`
      : sql`sum(${sql.ref(name)} * denomination_minor) as ${sql.ref(name)}`,
  )
  return sql`select ${interval} as "interval", ${places}, ${by === 'stored' ? sql.ref('denomination_minor') : sql`1 as denomination_minor`},
      currency, sum(readings) as readings, count(distinct ${sql.ref(isHour ? 'slot_nr' : 'slot_id')}) as slots, ${sql.join(sums)}
    from ${table} where ${where} group by ${sql.join(groups)}`
}

const typeOf = (column: PlaceColumn) => (column === 'game_nr' ? 'bigint' : 'text')

async function conditions(db: Db, scope: Scope, query: RollUpQuery): Promise<RawBuilder<unknown>> {
  const { places, by, games, words, withArchived, withSmib, granulation, intervals } = query
  const { tenantId } = scope
  const table = granulation === 'hour' ? 'counter_hours' : 'counter_days'
  const all: RawBuilder<unknown>[] = tenantId === null ? [] : [isOf(table, 'tenant_id', tenantId)]
  const anyOf = (column: RawBuilder<unknown>, ids: readonly (string | number)[] | undefined) => {
    if (ids) all.push(ids.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join([...ids])})`)
  }
  const ofAny = (column: string, ids: readonly string[] | undefined) => {
    if (ids) all.push(ids.length === 0 ? sql`1 = 0` : isOf(table, column, ids))
  }
  ofAny('tenant_id', places.tenant)
  ofAny('location_id', places.location)
  ofAny('slot_id', places.slot)
  if (places.smib)
    all.push(
      places.smib.length === 0
        ? sql`1 = 0`
        : isOf(
            table,
            'slot_id',
            sql`select slot_id from smib_slots where smib_id in (${sql.join(places.smib)})`,
          ),
    )
  if (withSmib && !places.smib) all.push(isOf(table, 'slot_id', sql`select slot_id from smib_slots`))
  // Hours have an index for each location and for each slot, and none for a tenant, nor for all.
  const owners = places.tenant ?? (tenantId === null ? undefined : [tenantId])
  if (granulation === 'hour' && owners?.length !== 0 && !places.location && !places.slot && !places.smib)
    all.push(
      owners
        ? isOf(table, 'location_id', sql`select id from locations where tenant_id in (${sql.join(owners)})`)
        : isOf(table, 'location_id', sql`select id from locations`),
    )
  if (games === 'each' || (!games && by === 'game')) all.push(sql`game_nr > 0`)
  else if (games || by !== 'stored') anyOf(sql`game_nr`, games ?? [0])
  // Where games stand for a slot, the main meters that it reported itself are in rows of their own and in no figure.
  else all.push(sql`game_nr >= 0`)
  // What two meters of tickets differ by beyond rounding is no movement.
  if (by === 'stored') all.push(sql`denomination_minor <> ${sql.lit(UNSETTLED)}`)
  if (!withArchived)
    all.push(sql`not ${isOf(table, 'slot_id', sql`select id from slots where archived_at is not null`)}`)
  for (const word of wordsOf(words ?? ''))
    all.push(sql`(slot_id in (select w.id from slots w where ${(await slotHasWord(db, 'w', word)).has})
      or location_id in (select w.id from locations w where ${contains(sql`w.search`, word)}))`)
  all.push(await inPeriod(db, scope, query))
  if (intervals)
    anyOf(
      granulation === 'hour'
        ? sql`hour_start`
        : granulation === 'month'
          ? sql`substr(gaming_day, 1, 7)`
          : sql`gaming_day`,
      intervals,
    )
  return sql.join(all, sql` and `)
}

/**
 * Days belong to a period when they begin in it, by the rules of each location; locations with the same days are one
 * condition.
 */
async function inPeriod(
  db: Db,
  { tenantId }: Scope,
  { period, granulation, places }: RollUpQuery,
): Promise<RawBuilder<unknown>> {
  const isHour = granulation === 'hour'
  if (isHour && 'from' in period) return between('hour_start', period.from, period.to - 1)
  if (!isHour && 'firstDay' in period) return between('gaming_day', period.firstDay, period.lastDay)
  if (places.tenant?.length === 0 || places.location?.length === 0) return sql`1 = 0`
  let all = db.selectFrom('locations')
  if (tenantId !== null) all = all.where('tenant_id', '=', tenantId)
  if (places.tenant) all = all.where('tenant_id', 'in', places.tenant)
  if (places.location) all = all.where('id', 'in', places.location)
  const ranges = new Map<string, { condition: RawBuilder<unknown>; which: RawBuilder<unknown>[] }>()
  const add = (rules: readonly DayRule[], which: RawBuilder<unknown>) => {
    const [first, last] = 'from' in period ? daysIn(period, rules) : hoursIn(period, rules)
    const key = `${first} ${last}`
    const range = ranges.get(key) ?? {
      condition: between(isHour ? 'hour_start' : 'gaming_day', first, last),
      which: [],
    }
    range.which.push(which)
    ranges.set(key, range)
  }
  const clocks = await all
    .select(['time_zone', 'gaming_day_start'])
    .distinct()
    .where('rules_from', '=', BEGINNING)
    .execute()
  for (const { time_zone, gaming_day_start } of clocks)
    add(
      [{ from: BEGINNING, timeZone: time_zone, dayStart: gaming_day_start }],
      sql`(l.rules_from = ${BEGINNING} and l.time_zone = ${time_zone} and l.gaming_day_start = ${gaming_day_start})`,
    )
  const changed = await all.select('id').where('rules_from', '>', BEGINNING).execute()
  for (const [id, rules] of await dayRules(
    db,
    changed.map(one => one.id),
  ))
    add(rules, sql`l.id = ${id}`)
  const [only, ...others] = [...ranges.values()]
  if (!only) return sql`1 = 0`
  if (others.length === 0) return only.condition
  return sql`(${sql.join(
    [only, ...others].map(
      ({ condition, which }) =>
        sql`(${condition} and ${isOf(isHour ? 'counter_hours' : 'counter_days', 'location_id', sql`select l.id from locations l where ${sql.join(which, sql` or `)}`)})`,
    ),
    sql` or `,
  )})`
}

const between = (column: string, first: string | number, last: string | number) =>
  sql`${sql.ref(column)} >= ${first} and ${sql.ref(column)} <= ${last}`

/**
 * The first and the last gaming day that begin at or after `from` and before `to`; the last is before the first where
 * none does.
 */
function daysIn(
  { from, to }: { from: number; to: number },
  rules: readonly DayRule[],
): [first: string, last: string] {
  const around = gamingDayIn(rules, from)
  const begins = gamingDayBoundsIn(rules, around).from
  return [begins >= from ? around : dateAfter(around, 1), gamingDayIn(rules, to - 1)]
}

/** The first and the last instant in these gaming days. */
const hoursIn = (
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
  rules: readonly DayRule[],
): [first: number, last: number] => [
  gamingDayBoundsIn(rules, firstDay).from,
  gamingDayBoundsIn(rules, lastDay).to - 1,
]
