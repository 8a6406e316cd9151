/**
 * What slots and their games moved, in the steps of a question, in money and counts: from months and tens of days, from
 * days, or from hours.
 */
import { sql, type RawBuilder } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { DayRule } from '../../estate/locations/gaming-day.service'
import { countMeters, type MovementMeter } from '../../telemetry/readings/meters.contract'
import { dayHours, weekdayOf } from '../days/day-hours'
import { daysOf } from '../figures/aggregate.queries'
import { inSpans, moved, TOGETHER } from '../figures/moved.queries'
import { placesOf } from './question-places.queries'
import { hoursNextTo, isStep, stepOf, type Period } from './question-time'
import type { QuestionGroup } from './questions.contract'

export interface CellQuery extends Period {
  by: QuestionGroup
  across: QuestionGroup | undefined
  location: string | null
  meters: readonly MovementMeter[]
  /** The day next to which a day of this period stands, of one that another is compared with. */
  back?: (day: string) => string
  /** Which slots: a condition on `t`. */
  slots: RawBuilder<boolean> | null
}

export interface Lines {
  /** Tables for `with`, in front of the lines. */
  tables?: RawBuilder<unknown>
  /** As `r` and `k` the keys of rows and columns that are steps; `game_nr` is 0 of a slot's own counters. */
  from: RawBuilder<unknown>
  /** The columns that steps are. */
  steps: readonly string[]
}

/** The keys of a day, or of a month, for its row and its column. */
function keysOf({ by, across, back = day => day }: CellQuery, day: string) {
  const key = (group: QuestionGroup | undefined) => (isStep(group) ? stepOf(group, back(day)) : null)
  return { r: key(by), k: key(across) }
}
const KEYS = { r: 'text', k: 'text' } as const

export const isByGame = ({ by, across }: CellQuery) => by === 'game' || across === 'game'

const own = (meters: readonly MovementMeter[]) =>
  sql`v.slot_id, v.location_id, v.tenant_id, v.currency, v.game_nr, ${sql.join(
    meters.map(name => sql.ref(`v.${name}`)),
  )}`

const priced = (meters: readonly MovementMeter[]) =>
  sql.join(
    meters.map(name =>
      countMeters.has(name)
        ? sql.ref(`v.${name}`)
        : sql`${sql.ref(`v.${name}`)} * v.denomination_minor as ${sql.ref(name)}`,
    ),
  )

/** By month, whose row and column are the month itself, or by no step at all. */
export function ofMonths(db: Db, scope: Scope, query: CellQuery): Lines {
  const games = isByGame(query) ? sql`v.game_nr >= 0` : sql`v.game_nr in (0, ${sql.lit(TOGETHER)})`
  const part = (month: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`select ${month} as r, ${month} as k, ${own(query.meters)} from ${from}`
  return {
    tables: moved(db, scope, query),
    from: sql`${part(sql`substr(v.span, 1, 7)`, sql`${inSpans} and ${games}`)}
      union all ${part(sql`substr(v.gaming_day, 1, 7)`, sql`moved_apart v`)}`,
    steps: ['r', 'k'],
  }
}

export const ofDays = (db: Db, { tenantId }: Scope, query: CellQuery): Lines => ({
  from: sql`select b.r, b.k, b.weekday, v.slot_id, v.location_id, v.tenant_id, v.currency, v.game_nr,
      ${priced(query.meters)}
    from ${rowsAsTable(
      db,
      { day: 'text', weekday: 'bigint', ...KEYS },
      daysOf(query.from, query.to).map(day => ({ day, weekday: weekdayOf(day), ...keysOf(query, day) })),
    )} cross join counter_days v where v.gaming_day = b.day and v.game_nr >= 0
      ${tenantId === null ? sql`` : sql`and v.tenant_id = ${tenantId}`}
      ${query.location === null ? sql`` : sql`and v.location_id = ${query.location}`}`,
  steps: ['r', 'k', 'weekday'],
})

/** By the clock of where each slot stood; null where nothing has hours. */
export async function ofHours(db: Db, scope: Scope, query: CellQuery): Promise<Lines | null> {
  const clocks = new Map<string, { rules: readonly DayRule[]; nr: number }>()
  const places = (await placesOf(db, scope, query.location)).map(({ rules, ...place }) => {
    const key = JSON.stringify(rules.map(({ from, timeZone, dayStart }) => [from, timeZone, dayStart]))
    const clock = clocks.get(key) ?? { rules, nr: clocks.size }
    clocks.set(key, clock)
    return { ...place, clock: clock.nr }
  })
  const { by, across, back } = query
  const isCompared = back && (by === 'hour' || across === 'hour')
  const hours = [...clocks.values()].flatMap(({ rules, nr }) =>
    daysOf(query.from, query.to).flatMap(day => {
      const found = dayHours(rules, day)
      const comparedHours = isCompared ? hoursNextTo(found, dayHours(rules, back(day))) : found
      return found.map(({ weekday, hour, hour_start }, at) => ({
        clock: nr,
        weekday,
        hour,
        hour_start,
        shown: comparedHours[at]?.hour_start ?? hour_start,
        ...keysOf(query, day),
      }))
    }),
  )
  if (places.length === 0 || hours.length === 0) return null
  let [first, last] = [Infinity, 0]
  for (const { hour_start } of hours) {
    first = Math.min(first, hour_start)
    last = Math.max(last, hour_start)
  }
  return {
    tables: sql`places as (select * from ${rowsAsTable(
      db,
      { id: 'text', tenant_id: 'text', nr: 'bigint', clock: 'bigint' },
      places,
    )}), day_hours as (select * from ${rowsAsTable(
      db,
      {
        clock: 'bigint',
        weekday: 'bigint',
        hour: 'bigint',
        hour_start: 'bigint',
        shown: 'bigint',
        ...KEYS,
      },
      hours,
    )})`,
    from: sql`select h.r, h.k, h.weekday, h.hour, h.shown as hour_start, n.id as slot_id, p.id as location_id,
        p.tenant_id, v.currency, v.game_nr, ${priced(query.meters)}
      from places p cross join counter_hours v join day_hours h on h.clock = p.clock and h.hour_start = v.hour_start
        join short_ids n on n.nr = v.slot_nr
      where v.location_nr = p.nr and v.hour_start >= ${first} and v.hour_start <= ${last} and v.game_nr >= 0`,
    steps: ['r', 'k', 'weekday', 'hour', 'hour_start'],
  }
}
