/** Answers a question over all slots that its reader may see, or over some of them. */
import type { RawBuilder } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { slotsMatching } from '../../estate/slots/slots-matching.service'
import { metersIn } from '../../telemetry/readings/measures.contract'
import type { SlotFigures } from '../figures/aggregate.contract'
import { daysOf } from '../figures/aggregate.queries'
import { knownBy, reportedBy } from '../figures/reported-since.service'
import { clockOf, reportedDays } from '../period-reports/network-clock.service'
import { cellsOf } from './question-cells.queries'
import { gameOf, type Cell } from './question-games'
import { namedOf } from './question-names.queries'
import { columnsOf, figuresIn, tableOf } from './question-table'
import { periodBefore, type Period } from './question-time'
import {
  MOST_COLUMNS,
  MOST_FIGURES,
  MOST_HOUR_DAYS,
  type QuestionAnswer,
  type QuestionGroup,
  type QuestionRequest,
} from './questions.contract'

/** Throws 413 for what is too wide, in hours, in slots times days, in columns or in rows times columns. */
export async function answerQuestion(
  db: Db,
  scope: Scope,
  request: QuestionRequest,
  now: number,
): Promise<QuestionAnswer> {
  const { by, across, location, compare } = request
  const measures = [...new Set(request.measure)]
  const { zone, open, running } = await clockOf(db, scope, location, now)
  const isAhead = request.from > open
  const period = { from: request.from, to: isAhead ? request.from : min(request.to, open) }
  if ((by === 'hour' || across === 'hour') && daysOf(period.from, period.to).length > MOST_HOUR_DAYS)
    throw new Problem(413, 'question_of_hours', { details: { days: MOST_HOUR_DAYS } })
  const query = {
    by,
    across,
    location,
    meters: [...new Set(measures.flatMap(metersIn))],
    slots: await slotsOf(db, scope, request, now),
  }
  const before = compare ? periodBefore(period) : null
  // First of all, and alone: what is refused must not leave anything running behind it.
  const cells = isAhead ? [] : await cellsOf(db, scope, { ...query, ...period })
  const [others, known] = await Promise.all([
    before && !isAhead ? cellsOf(db, scope, { ...query, ...before }) : [],
    reportedDays(db, scope, { ...period, location, slots: query.slots }),
  ])
  const table = tableOf(cells, others)
  const width = measures.length * (before ? 3 : 1) * (1 + table.columns.size)
  if (width > MOST_COLUMNS)
    throw new Problem(413, 'question_too_wide', { details: { columns: MOST_COLUMNS } })
  const [named, groups] = await Promise.all([
    namedOf(db, by, [...table.rows.keys()], zone),
    across ? namedOf(db, across, [...table.columns], zone) : [],
  ])
  const columns = columnsOf(
    measures,
    groups.map(({ cell, name }) => ({ by: across ?? by, key: cell, name })),
    before !== null,
  )
  const all = named.flatMap(row => (table.rows.get(row.cell) ?? []).map(line => ({ row, line })))
  const shown = all.slice(0, request.rows)
  if (shown.length * columns.length > MOST_FIGURES)
    throw new Problem(413, 'question_too_wide', { details: { limit: MOST_FIGURES } })
  const keys = new Set(shown.map(({ row }) => row.cell))
  const unknown = {
    now: await unknownIn(db, request, period, cells, keys),
    before: before ? await unknownIn(db, request, before, others, keys) : () => false,
  }
  return {
    rows: shown.map(({ row: { cell, key, name }, line }) => ({
      key,
      name,
      currency: line.currency as 'RON',
      hours: null,
      ...figuresIn(line, columns, (measure, column, part) =>
        isOfSlots(by)
          ? unknown[part](measure, cell, line.currency)
          : isOfSlots(across) && column !== null && unknown[part](measure, column, line.currency),
      ),
    })),
    totals: table.totals
      .sort((a, b) => (a.currency < b.currency ? -1 : 1))
      .map(line => ({ currency: line.currency as 'RON', ...figuresIn(line, columns) })),
    ...period,
    open_day: running,
    missing_days: isAhead ? [] : daysOf(period.from, period.to).filter(day => !known.has(day)),
    hours: null,
    columns,
    ...(before && { before: { from: before.from, to: before.to } }),
    left_out: all.length - shown.length,
    time_zone: zone,
    as_of: now,
  }
}

const min = (one: string, other: string) => (one < other ? one : other)

/** Null where all are wanted. Archived ones included: what they earned still counts. */
async function slotsOf(
  db: Db,
  { tenantId }: Scope,
  { manufacturer, game_mix, group }: QuestionRequest,
  now: number,
): Promise<RawBuilder<boolean> | null> {
  const filters = Object.entries({ manufacturer, game_mix, group }).flatMap(([name, id]) =>
    id ? [[name, id]] : [],
  )
  return filters.length === 0
    ? null
    : slotsMatching(db, tenantId, Object.fromEntries(filters) as Record<string, string>, now, true)
}

const isOfSlots = (group: QuestionGroup | undefined) => group === 'slot' || group === 'game'

/** What a slot has won by, without which its hold is no figure. */
const WON = ['coin_out', 'jackpot'] as const

/** Of slots and games: a measure whose meters one had never reported by the end of the period is unknown, not zero. */
async function unknownIn(
  db: Db,
  { by, across, measure: measures }: QuestionRequest,
  { from, to }: Period,
  cells: readonly Cell[],
  shown: ReadonlySet<string>,
): Promise<(measure: string, key: string, currency: string) => boolean> {
  if (!isOfSlots(by) && !isOfSlots(across)) return () => false
  const judged = [...new Set([...measures, ...(measures.includes('hold') ? WON : [])])]
  const slotOf = (cell: Cell) => (isOfSlots(by) ? cell.r : (cell.k ?? ''))
  const own = cells.filter(cell => !isOfSlots(by) || shown.has(cell.r))
  // One row stands for a slot where its columns are something else.
  const rows = [
    ...tableOf(
      own.map(cell => ({ ...cell, r: slotOf(cell), k: null })),
      [],
    ).rows,
  ].flatMap(([key, lines]) =>
    lines.map(line => ({
      key,
      slot: gameOf(key).slot,
      game: gameOf(key).nr || null,
      currency: line.currency,
      figures: figuresIn(line, columnsOf(judged, [], false)) as Partial<SlotFigures>,
    })),
  )
  const reported = await reportedBy(db, rows, { from, to })
  const unknown = new Set(
    rows.flatMap(({ key, currency, figures }, at) => {
      const known = knownBy(figures as SlotFigures, reported[at], to)
      return measures
        .filter(name =>
          name === 'hold'
            ? WON.every(one => known[one] === null)
            : figures[name as keyof SlotFigures] === 0 && known[name as keyof SlotFigures] === null,
        )
        .map(name => `${name} ${key} ${currency}`)
    }),
  )
  return (measure, key, currency) => unknown.has(`${measure} ${key} ${currency}`)
}
