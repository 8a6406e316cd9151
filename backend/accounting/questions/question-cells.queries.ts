/**
 * The sums of a question by row, column and currency: one statement over stored months and days of locations where no
 * slot matters, otherwise over the months and days of slots, or over their hours.
 */
import { sql, type RawBuilder } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { isNarrowed } from '../../platform/db/narrowed'
import type { Scope } from '../../platform/request/actor'
import type { DayRule } from '../../estate/locations/gaming-day.service'
import { countMeters, type MovementMeter } from '../../telemetry/readings/meters.contract'
import { dayHours, weekdayOf } from '../days/day-hours'
import { WHOLE_DAY } from '../days/location-spans.service'
import { daysOf } from '../figures/aggregate.queries'
import { inSpans, moved } from '../figures/moved.queries'
import { demandRoom } from '../period-reports/network-clock.service'
import { MOST_SLOT_DAYS } from '../period-reports/network-report.contract'
import { withRests, type Cell } from './question-games'
import { placesOf, spansOf, type Place } from './question-spans.queries'
import { isStep, stepOf, type Period } from './question-time'
import { MOST_CELLS, MOST_SLOT_HOUR_DAYS, MOST_SPANS, type QuestionGroup } from './questions.contract'

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

const OF_SLOTS: ReadonlySet<QuestionGroup> = new Set<QuestionGroup>([
  'slot',
  'game',
  'manufacturer',
  'game_mix',
])
const OF_HOURS: ReadonlySet<QuestionGroup> = new Set<QuestionGroup>(['hour', 'hour_of_day'])

/** Throws 413 for more rows times columns, or more slots times days, than one answer may take. */
export async function cellsOf(db: Db, scope: Scope, query: CellQuery): Promise<Cell[]> {
  const groups = [query.by, ...(query.across ? [query.across] : [])]
  const isOfSlots = query.slots !== null || isNarrowed(db) || groups.some(one => OF_SLOTS.has(one))
  const isOfHours = groups.some(one => OF_HOURS.has(one))
  if (isOfSlots) await demandRoom(db, scope, query, isOfHours ? MOST_SLOT_HOUR_DAYS : MOST_SLOT_DAYS)
  const isByDay =
    groups.includes('weekday') || groups.some(one => isStep(one) && (one !== 'month' || query.back))
  const source = !isOfSlots
    ? await ofPlaces(db, scope, query, isOfHours)
    : isOfHours
      ? await ofHours(db, scope, query)
      : isByDay
        ? ofDays(db, scope, query)
        : ofMonths(db, scope, query)
  if (!source) return []
  const { first, from } = source
  const sums = sql`select ${expressionOf(query.by, 'r')} as r,
      ${query.across ? expressionOf(query.across, 'k') : sql`cast(null as text)`} as k, v.currency,
      ${sql.join(query.meters.map(name => sql`sum(${sql.ref(`v.${name}`)}) as ${sql.ref(name)}`))}
    from (${from}) as v ${isOfSlots ? sql`join slots t on t.id = v.slot_id` : sql``}
    where ${query.slots ?? sql`1 = 1`} group by 1, 2, 3 limit ${MOST_CELLS + 1}`
  // One that is narrowed has to begin with what it does.
  const { rows } = await (first ? sql<Cell>`${first} ${sums}` : sql<Cell>`${sums}`).execute(db)
  if (rows.length > MOST_CELLS)
    throw new Problem(413, 'question_too_wide', { details: { limit: MOST_CELLS } })
  const cells = rows.map(row => ({
    ...row,
    ...(Object.fromEntries(query.meters.map(name => [name, Number(row[name])])) as Record<
      MovementMeter,
      number
    >),
  }))
  return groups.includes('game') ? withRests(cells, query) : cells
}

const expressions: Readonly<Record<Exclude<QuestionGroup, 'day' | 'week' | 'month'>, string>> = {
  weekday: 'cast(v.weekday as text)',
  hour_of_day: 'cast(v.hour as text)',
  hour: 'cast(v.hour_start as text)',
  location: 'v.location_id',
  tenant: 'v.tenant_id',
  slot: 'v.slot_id',
  game: "v.slot_id || '.' || v.game_nr",
  // As lists name it, where the registry has no such entry.
  manufacturer: "coalesce(t.manufacturer_id, t.manufacturer, '')",
  game_mix: "coalesce(t.game_mix_id, t.game_mix, '')",
}
const expressionOf = (group: QuestionGroup, own: 'r' | 'k'): RawBuilder<unknown> =>
  isStep(group) ? sql.ref(`v.${own}`) : sql.raw(expressions[group])

interface Source {
  /** Tables for `with`. */
  first?: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

/** The keys of a day, or of a month, for its row and its column. */
function keysOf({ by, across, back = day => day }: CellQuery, day: string) {
  const key = (group: QuestionGroup | undefined) => (isStep(group) ? stepOf(group, back(day)) : null)
  return { r: key(by), k: key(across) }
}
const KEYS = { r: 'text', k: 'text' } as const

/** By how much an hour of a day is later in the period that its own is compared with, where rows are hours. */
const shiftOf = ({ by, across, back }: CellQuery, day: string): number =>
  back && (by === 'hour' || across === 'hour') ? Date.parse(back(day)) - Date.parse(day) : 0

const priced = (meters: readonly MovementMeter[]) =>
  sql.join(
    meters.map(name =>
      countMeters.has(name)
        ? sql.ref(`v.${name}`)
        : sql`${sql.ref(`v.${name}`)} * v.denomination_minor as ${sql.ref(name)}`,
    ),
  )

async function ofPlaces(db: Db, scope: Scope, query: CellQuery, isOfHours: boolean): Promise<Source | null> {
  const { places, rules } = await placesOf(db, scope, query.location)
  const groups = [query.by, query.across]
  const byMonth = !groups.some(one => one === 'hour' || (isStep(one) && (one !== 'month' || query.back)))
  const all = await spansOf(db, places, query, byMonth)
  const stored = all.flatMap(({ place, months, days }) =>
    [...months, ...days].map(span => ({
      location_id: place.id,
      tenant_id: place.tenant_id,
      span,
      ...keysOf(query, span),
      shift: shiftOf(query, span),
    })),
  )
  const apart = all.flatMap(({ place, apart: days }) => days.map(day => ({ place, day })))
  if (stored.length + apart.length > MOST_SPANS)
    throw new Problem(413, 'question_too_wide', { details: { limit: MOST_SPANS } })
  const parts = [
    ...(stored.length > 0
      ? [
          sql`select b.r, b.k, v.location_id, v.tenant_id, v.weekday, v.hour, v.hour_start + b.shift as hour_start, v.currency,
            ${sql.join(query.meters.map(name => sql.ref(`v.${name}`)))}
          from ${rowsAsTable(
            db,
            { location_id: 'text', tenant_id: 'text', span: 'text', ...KEYS, shift: 'bigint' },
            stored,
          )} cross join location_spans v
          where v.tenant_id = b.tenant_id and v.location_id = b.location_id and v.span = b.span
            and ${isOfHours ? sql`v.hour >= 0` : sql`v.hour = ${sql.lit(WHOLE_DAY)}`}`,
        ]
      : []),
    ...(apart.length === 0
      ? []
      : [isOfHours ? apartHours(db, query, apart, rules) : apartDays(db, query, apart)]),
  ]
  return parts.length === 0 ? null : { from: sql.join(parts, sql` union all `) }
}

interface Apart {
  place: Place
  day: string
}

const apartDays = (db: Db, query: CellQuery, apart: readonly Apart[]) => sql`
  select b.r, b.k, v.location_id, v.tenant_id, b.weekday, 0 as hour, 0 as hour_start, v.currency, ${priced(query.meters)}
  from ${rowsAsTable(
    db,
    { location_id: 'text', tenant_id: 'text', day: 'text', weekday: 'bigint', ...KEYS },
    apart.map(({ place, day }) => ({
      location_id: place.id,
      tenant_id: place.tenant_id,
      day,
      weekday: weekdayOf(day),
      ...keysOf(query, day),
    })),
  )} cross join counter_days v
  where v.location_id = b.location_id and v.gaming_day = b.day and v.tenant_id = b.tenant_id and v.game_nr = 0`

function apartHours(
  db: Db,
  query: CellQuery,
  apart: readonly Apart[],
  rules: ReadonlyMap<string, readonly DayRule[]>,
) {
  const hours = apart.flatMap(({ place, day }) =>
    place.nr === null
      ? []
      : dayHours(rules.get(place.id) ?? [], day).map(({ weekday, hour, hour_start }) => ({
          location_id: place.id,
          tenant_id: place.tenant_id,
          nr: place.nr,
          weekday,
          hour,
          hour_start,
          shift: shiftOf(query, day),
          ...keysOf(query, day),
        })),
  )
  return sql`
    select b.r, b.k, b.location_id, b.tenant_id, b.weekday, b.hour, b.hour_start + b.shift as hour_start, v.currency,
      ${priced(query.meters)}
    from ${rowsAsTable(
      db,
      {
        location_id: 'text',
        tenant_id: 'text',
        nr: 'bigint',
        weekday: 'bigint',
        hour: 'bigint',
        hour_start: 'bigint',
        shift: 'bigint',
        ...KEYS,
      },
      hours,
    )} cross join counter_hours v
    where v.location_nr = b.nr and v.hour_start = b.hour_start and v.game_nr = 0`
}

/** A slot's own counters stand for it, games for themselves. */
const gamesOf = ({ by, across }: CellQuery) =>
  by === 'game' || across === 'game' ? sql`v.game_nr >= 0` : sql`v.game_nr = 0`

/** Slots by month, from their spans; a month's row and column are the month itself. */
function ofMonths(db: Db, scope: Scope, query: CellQuery): Source {
  const own = sql`v.slot_id, v.location_id, v.tenant_id, v.currency, v.game_nr,
    ${sql.join(query.meters.map(name => sql.ref(`v.${name}`)))}`
  const part = (month: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`select ${month} as r, ${month} as k, ${own} from ${from} ${gamesOf(query)}`
  return {
    first: sql`with ${moved(db, scope, query)}`,
    from: sql`${part(sql`substr(v.span, 1, 7)`, sql`${inSpans} and`)}
      union all ${part(sql`substr(v.gaming_day, 1, 7)`, sql`moved_apart v where`)}`,
  }
}

const ofDays = (db: Db, { tenantId }: Scope, query: CellQuery): Source => ({
  from: sql`select b.r, b.k, b.weekday, v.game_nr, v.slot_id, v.location_id, v.tenant_id, v.currency, ${priced(query.meters)}
    from ${rowsAsTable(
      db,
      { day: 'text', weekday: 'bigint', ...KEYS },
      daysOf(query.from, query.to).map(day => ({ day, weekday: weekdayOf(day), ...keysOf(query, day) })),
    )} cross join counter_days v where v.gaming_day = b.day and ${gamesOf(query)}
      ${tenantId === null ? sql`` : sql`and v.tenant_id = ${tenantId}`}
      ${query.location === null ? sql`` : sql`and v.location_id = ${query.location}`}`,
})

/** Hours of slots: by the clock of where each stood. */
async function ofHours(db: Db, scope: Scope, query: CellQuery): Promise<Source | null> {
  const { places, rules } = await placesOf(db, scope, query.location)
  const days = daysOf(query.from, query.to)
  const clocks = new Map<string, { rules: readonly DayRule[]; nr: number }>()
  const own = places.flatMap(({ id, tenant_id, nr }) => {
    if (nr === null) return []
    const held = rules.get(id) ?? []
    const key = JSON.stringify(held.map(({ from, timeZone, dayStart }) => [from, timeZone, dayStart]))
    const clock = clocks.get(key) ?? { rules: held, nr: clocks.size }
    clocks.set(key, clock)
    return [{ id, tenant_id, nr, clock: clock.nr }]
  })
  const hours = [...clocks.values()].flatMap(({ rules: held, nr }) =>
    days.flatMap(day =>
      dayHours(held, day).map(({ weekday, hour, hour_start }) => ({
        clock: nr,
        weekday,
        hour,
        hour_start,
        shift: shiftOf(query, day),
        ...keysOf(query, day),
      })),
    ),
  )
  if (own.length === 0 || hours.length === 0) return null
  const starts = hours.map(({ hour_start }) => hour_start)
  const [first, last] = [Math.min(...starts), Math.max(...starts)]
  return {
    first: sql`with places as (select * from ${rowsAsTable(
      db,
      { id: 'text', tenant_id: 'text', nr: 'bigint', clock: 'bigint' },
      own,
    )}), day_hours as (select * from ${rowsAsTable(
      db,
      {
        clock: 'bigint',
        weekday: 'bigint',
        hour: 'bigint',
        hour_start: 'bigint',
        shift: 'bigint',
        ...KEYS,
      },
      hours,
    )})`,
    from: sql`select h.r, h.k, h.weekday, h.hour, h.hour_start + h.shift as hour_start, n.id as slot_id,
        v.game_nr, p.id as location_id, p.tenant_id, v.currency, ${priced(query.meters)}
      from places p cross join counter_hours v join day_hours h on h.clock = p.clock and h.hour_start = v.hour_start
        join short_ids n on n.nr = v.slot_nr
      where v.location_nr = p.nr and v.hour_start >= ${first} and v.hour_start <= ${last} and ${gamesOf(query)}`,
  }
}
