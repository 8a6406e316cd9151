/**
 * What slots and their games moved, in the steps of a question, in money and counts: from months and tens of days, from
 * days, or from hours.
 */
import { sql, type RawBuilder } from 'kysely'
import { Problem } from '../../platform/contract/problem'
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
import {
  MOST_BOOKED_DAYS,
  MOST_GAME_HOUR_DAYS,
  MOST_HOURLY_DAYS,
  type QuestionGroup,
} from './questions.contract'

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
  /** Tables for `with`. */
  tables?: RawBuilder<unknown>
  /** By slot, location and currency, whoever's own counters stand for it: others report their games alone. */
  owners: RawBuilder<unknown>
  /** As `r` and `k` the keys of rows and columns that are steps; `game_nr` is 0 of a slot's own counters. */
  from: RawBuilder<unknown>
  /** Of slots, without those of their games that they have own counters beyond. */
  isWhole?: boolean
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
const SLOT_GROUPS: ReadonlySet<QuestionGroup | undefined> = new Set<QuestionGroup>([
  'slot',
  'game',
  'manufacturer',
  'game_mix',
])
const isOfSlots = ({ by, across, slots }: CellQuery) =>
  slots !== null || SLOT_GROUPS.has(by) || SLOT_GROUPS.has(across)

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

const owner = sql`select distinct v.slot_id, v.location_id, v.currency from`

/** By month, whose row and column are the month itself, or by no step at all. */
export function ofMonths(db: Db, scope: Scope, query: CellQuery): Lines {
  const games = isByGame(query) ? sql`v.game_nr >= 0` : sql`v.game_nr in (0, ${sql.lit(TOGETHER)})`
  const part = (month: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`select ${month} as r, ${month} as k, ${own(query.meters)} from ${from}`
  return {
    tables: moved(db, scope, query),
    owners: sql`${owner} ${inSpans} and v.game_nr = 0 union ${owner} moved_apart v where v.game_nr = 0`,
    from: sql`${part(sql`substr(v.span, 1, 7)`, sql`${inSpans} and ${games}`)}
      union all ${part(sql`substr(v.gaming_day, 1, 7)`, sql`moved_apart v`)}`,
    steps: ['r', 'k'],
  }
}

/** After days as `b`: what was booked on these, as `v`. */
const onDays = ({ tenantId }: Scope, { location }: Pick<CellQuery, 'location'>) =>
  sql`cross join counter_days v where v.gaming_day = b.day
    ${tenantId === null ? sql`` : sql`and v.tenant_id = ${tenantId}`}
    ${location === null ? sql`` : sql`and v.location_id = ${location}`}`

const daysAsTable = (db: Db, { from, to }: Period) =>
  rowsAsTable(
    db,
    { day: 'text' },
    daysOf(from, to).map(day => ({ day })),
  )

export const ofDays = (db: Db, scope: Scope, query: CellQuery): Lines => ({
  // Otherwise its text is taken apart for each row.
  tables: sql`step_days as materialized (select * from ${rowsAsTable(
    db,
    { day: 'text', weekday: 'bigint', ...KEYS },
    daysOf(query.from, query.to).map(day => ({ day, weekday: weekdayOf(day), ...keysOf(query, day) })),
  )})`,
  owners: sql`${owner} step_days b ${onDays(scope, query)} and v.game_nr = 0`,
  from: sql`select b.r, b.k, b.weekday, v.slot_id, v.location_id, v.tenant_id, v.currency, v.game_nr,
      ${priced(query.meters)}
    from step_days b ${onDays(scope, query)} and v.game_nr >= 0`,
  steps: ['r', 'k', 'weekday'],
})

const tooWide = (limit: number) => new Problem(413, 'report_too_wide', { details: { limit } })

/** Throws 413 where slots and games have more days together than one request may read. */
export async function demandFewDays(db: Db, scope: Scope, query: CellQuery): Promise<void> {
  const { rows } = await sql<{ booked: number }>`select count(*) as booked from (select 1
    from ${daysAsTable(db, query)} ${onDays(scope, query)} limit ${MOST_BOOKED_DAYS + 1}) as booked_days`.execute(
    db,
  )
  if (Number(rows[0]?.booked) > MOST_BOOKED_DAYS) throw tooWide(MOST_BOOKED_DAYS)
}

/**
 * The days of locations on which anything was booked. Throws 413 where slots and games have more days together than
 * one request may read the hours of.
 */
async function bookedDays(db: Db, scope: Scope, query: CellQuery) {
  const most = isByGame(query) ? MOST_GAME_HOUR_DAYS : MOST_HOURLY_DAYS
  const { rows } = await sql<{ id: string; day: string; booked: number }>`
    select id, day, count(*) as booked from (select v.location_id as id, v.gaming_day as day
      from ${daysAsTable(db, query)} ${onDays(scope, query)} limit ${most + 1}) as booked_days group by id, day`.execute(
    db,
  )
  if (rows.reduce((sum, { booked }) => sum + Number(booked), 0) > most) throw tooWide(most)
  return rows
}

/**
 * By the clock of where each slot stood; null where nothing has hours. Each hour of each location is looked up: neither
 * engine knows how few hours are wanted of how many.
 */
export async function ofHours(db: Db, scope: Scope, query: CellQuery): Promise<Lines | null> {
  const booked = await bookedDays(db, scope, query)
  const clocks = new Map<string, { rules: readonly DayRule[]; nr: number; days: Set<string> }>()
  const places = new Map(
    (await placesOf(db, [...new Set(booked.map(({ id }) => id))])).map(place => [place.id, place]),
  )
  const placeDays = booked.flatMap(({ id, day }) => {
    const place = places.get(id)
    if (!place) return []
    const { rules: all, ...own } = place
    // Locations whose rules have differed before have one clock now.
    const rules = all.filter((_, at) => (all[at + 1]?.from ?? '9999-12-31') > query.from)
    const key = JSON.stringify(
      rules.map(({ from, timeZone, dayStart }, at) => [at > 0 && from, timeZone, dayStart]),
    )
    const clock = clocks.get(key) ?? { rules, nr: clocks.size, days: new Set() }
    clocks.set(key, clock)
    clock.days.add(day)
    return [{ ...own, clock: clock.nr, day }]
  })
  const { by, across, back } = query
  const isCompared = back && (by === 'hour' || across === 'hour')
  const hours = [...clocks.values()].flatMap(({ rules, nr, days }) =>
    [...days].flatMap(day => {
      const found = dayHours(rules, day)
      const comparedHours = isCompared ? hoursNextTo(found, dayHours(rules, back(day))) : found
      return found.map(({ weekday, hour, hour_start }, at) => ({
        clock: nr,
        day,
        weekday,
        hour,
        hour_start,
        shown: comparedHours[at]?.hour_start ?? hour_start,
        ...keysOf(query, day),
      }))
    }),
  )
  if (hours.length === 0) return null
  let [first, last] = [Infinity, 0]
  for (const { hour_start } of hours) {
    first = Math.min(first, hour_start)
    last = Math.max(last, hour_start)
  }
  // Each name is one more look-up for each row.
  const slot = isOfSlots(query) ? sql`v.slot_id` : sql`cast(null as text)`
  const line = sql`select h.r, h.k, h.weekday, h.hour, h.shown as hour_start, ${slot} as slot_id, p.id as location_id,
    p.tenant_id, v.currency, v.game_nr, ${priced(query.meters)} from`
  const there = sql`h.clock = p.clock and h.day = p.day and v.location_nr = p.nr and v.hour_start = h.hour_start
    and v.hour_start >= ${first} and v.hour_start <= ${last}`
  return {
    tables: sql`place_days as materialized (select * from ${rowsAsTable(
      db,
      { id: 'text', tenant_id: 'text', nr: 'bigint', clock: 'bigint', day: 'text' },
      placeDays,
    )}), day_hours as materialized (select * from ${rowsAsTable(
      db,
      {
        clock: 'bigint',
        day: 'text',
        weekday: 'bigint',
        hour: 'bigint',
        hour_start: 'bigint',
        shown: 'bigint',
        ...KEYS,
      },
      hours,
    )})`,
    owners: sql`${owner} ${daysAsTable(db, query)} ${onDays(scope, query)} and v.game_nr = 0`,
    from: isByGame(query)
      ? sql`${line} place_days p cross join day_hours h cross join counter_hours v where ${there} and v.game_nr >= 0`
      : // Games are half of all hours, and stand for few slots: only these are looked up.
        sql`${line} place_days p cross join day_hours h cross join counter_hours v where ${there} and v.game_nr = 0
          union all ${line} (select distinct v.slot_id, v.location_id, v.currency from ${daysAsTable(db, query)}
              ${onDays(scope, query)} and v.game_nr > 0 except select * from owners) a
            cross join short_ids n cross join place_days p cross join day_hours h cross join counter_hours v
          where n.id = a.slot_id and p.id = a.location_id and ${there} and v.slot_nr = n.nr and v.game_nr > 0
            and v.currency = a.currency`,
    isWhole: !isByGame(query),
    steps: ['r', 'k', 'weekday', 'hour', 'hour_start'],
  }
}
