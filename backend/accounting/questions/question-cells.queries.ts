/**
 * The sums of a question by row, column and currency: one statement over months and days of slots, or over their hours.
 * A slot's own counters stand for it; where it reported none in the period, its games do, as in network reports.
 */
import { sql, type RawBuilder } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { wholeTable } from '../../platform/db/narrowed'
import type { Scope } from '../../platform/request/actor'
import type { MovementMeter } from '../../telemetry/readings/meters.contract'
import { demandRoom } from '../period-reports/network-clock.service'
import { MOST_SLOT_DAYS } from '../period-reports/network-report.contract'
import { gameOf, type Cell } from './question-games'
import { demandFewDays, isByGame, ofDays, ofHours, ofMonths, type CellQuery } from './question-lines.queries'
import { isStep } from './question-time'
import { MOST_CELLS, type QuestionGroup } from './questions.contract'

const OF_KINDS: ReadonlySet<QuestionGroup> = new Set<QuestionGroup>(['manufacturer', 'game_mix'])
const OF_HOURS: ReadonlySet<QuestionGroup> = new Set<QuestionGroup>(['hour', 'hour_of_day'])

/** Throws 413 for more rows times columns, or more slots times days, than one answer may take. */
export async function cellsOf(db: Db, scope: Scope, query: CellQuery): Promise<Cell[]> {
  const groups = [query.by, ...(query.across ? [query.across] : [])]
  const isOfHours = groups.some(one => OF_HOURS.has(one))
  const isByDay =
    groups.includes('weekday') || groups.some(one => isStep(one) && (one !== 'month' || query.back))
  if (!isOfHours)
    await (isByDay ? demandFewDays(db, scope, query) : demandRoom(db, scope, query, MOST_SLOT_DAYS))
  const lines = isOfHours
    ? await ofHours(db, scope, query)
    : isByDay
      ? ofDays(db, scope, query)
      : ofMonths(db, scope, query)
  if (!lines) return []
  const { rows } = await sql<Cell & { of_games: number }>`
    with ${lines.tables ? sql`${lines.tables},` : sql``} owners as (${lines.owners}), lines as (${lines.from})
    select ${expressionOf(query.by, 'r')} as r,
      ${query.across ? expressionOf(query.across, 'k') : sql`cast(null as text)`} as k, v.currency,
      max(v.of_games) as of_games,
      ${sql.join(query.meters.map(name => sql`sum(${sql.ref(`v.${name}`)}) as ${sql.ref(name)}`))}
    from (${isByGame(query) ? gamesAndRests(lines.steps, query.meters) : lines.isWhole ? ofSlots : slotsWhole}) as v
      ${kindsOf(db, query, groups)} group by 1, 2, 3 limit ${MOST_CELLS + 1}`.execute(db)
  if (rows.length > MOST_CELLS)
    throw new Problem(413, 'question_too_wide', { details: { limit: MOST_CELLS } })
  const isNothing = (row: (typeof rows)[number]) =>
    isByGame(query) &&
    gameOf(query.by === 'game' ? row.r : (row.k ?? '')).nr === 0 &&
    Number(row.of_games) === 1 &&
    query.meters.every(name => Number(row[name]) === 0)
  return rows.flatMap(({ of_games, ...row }) =>
    isNothing({ ...row, of_games })
      ? []
      : [
          {
            ...row,
            ...(Object.fromEntries(query.meters.map(name => [name, Number(row[name])])) as Record<
              MovementMeter,
              number
            >),
          },
        ],
  )
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

const isOwner = sql`o.slot_id = v.slot_id and o.location_id = v.location_id and o.currency = v.currency`

const ofSlots = sql`select v.*, 0 as of_games from lines v`
const slotsWhole = sql`select v.*, 0 as of_games from lines v left join owners o on ${isOwner}
  where v.game_nr = 0 or o.slot_id is null`

/**
 * Games, and as game 0 what a slot's own counters have beyond them: its own less its games, also in a cell that has
 * games alone, so that the cells of a slot add up to the slot. A game of such a slot is read once and counted twice.
 */
function gamesAndRests(steps: readonly string[], meters: readonly MovementMeter[]): RawBuilder<unknown> {
  const keys = [...steps, 'slot_id', 'location_id', 'tenant_id', 'currency'].map(name => sql.ref(`v.${name}`))
  const signed = meters.map(
    name => sql`case when e.of_rest * v.game_nr > 0 then -${sql.ref(`v.${name}`)} else ${sql.ref(`v.${name}`)} end
      as ${sql.ref(name)}`,
  )
  return sql`select ${sql.join(keys)}, case when e.of_rest = 0 then v.game_nr else 0 end as game_nr,
      case when e.of_rest * v.game_nr > 0 then 1 else 0 end as of_games, ${sql.join(signed)}
    from lines v cross join (select 0 as of_rest union all select 1) e left join owners o on ${isOwner}
    where (e.of_rest = 0 and v.game_nr > 0) or (e.of_rest = 1 and o.slot_id is not null)`
}

/**
 * What a slot is, by today's registry, of every slot that has figures: whoever is narrowed to a place has those of
 * slots that have left it.
 */
function kindsOf(db: Db, { slots }: CellQuery, groups: readonly QuestionGroup[]): RawBuilder<unknown> {
  const table = sql`${wholeTable(db, 'slots')} t on t.id = v.slot_id`
  if (slots) return sql`join ${table} where ${slots}`
  return groups.some(one => OF_KINDS.has(one)) ? sql`left join ${table}` : sql``
}
