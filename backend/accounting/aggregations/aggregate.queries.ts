/** Sums of gaming days for integrators, by set-based SQL over stored hours and days. */
import { DAY_MS } from '../../platform/contract/durations'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { figures } from '../figures/aggregate.queries'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import { measureName, type AggregatedBy, type Granulation, type Measure } from './aggregation-rules.contract'
import type { AggregationAnswer } from './aggregations.contract'
import { rollUpRows, type RollUpQuery, type RollUpRow } from './roll-up-rows.queries'

/** More than this is a file. */
const MOST_ROWS = 20_000
/** A period of hours: as many days as hours can be listed of. */
const MOST_HOUR_DAYS = 62

export interface Aggregation {
  entity: 'tenant' | 'location' | 'slot'
  ids: readonly string[]
  from: string
  to: string
  /** A row for each of these; null: all in one. */
  by: AggregatedBy | null
  /** A row for each of these; null: the whole period. */
  granulation: Granulation | null
  games?: readonly number[] | undefined
  measures?: readonly Measure[] | undefined
}

export async function aggregate(
  db: Db,
  scope: Scope,
  { entity, ids, from, to, by, granulation, games, measures = measureName.options }: Aggregation,
): Promise<Pick<AggregationAnswer, 'data' | 'total' | 'total_aggregation'>> {
  if (granulation === 'hour' && Date.parse(to) - Date.parse(from) >= MOST_HOUR_DAYS * DAY_MS)
    throw invalidField('to', 'period_too_long', { days: MOST_HOUR_DAYS })
  const query: RollUpQuery = {
    granulation,
    by,
    places: { [entity]: [...ids] },
    games: games ?? (by === 'game' ? 'each' : [0]),
    // Archived slots are included, because what they earned still counts.
    withArchived: true,
    period: { firstDay: from, lastDay: to },
  }
  const whole = { direction: 'ASC', offset: 0 } as const
  const [rows, totals] = await Promise.all([
    by === null && granulation === null
      ? []
      : rollUpRows(db, scope, query, { ...whole, limit: MOST_ROWS + 1 }),
    rollUpRows(db, scope, { ...query, by: null, granulation: null }, { ...whole, limit: 10 }),
  ])
  if (rows.length > MOST_ROWS) throw new Problem(413, 'too_many', { details: { limit: MOST_ROWS } })
  const sums = (row: RollUpRow) => summed(row, measures)
  return {
    data: rows.map(row => ({
      entity: (by === 'game' ? row.slot_id : by && row[`${by}_id`]) ?? null,
      game_nr: by === 'game' ? row.game_nr : null,
      interval: row.interval,
      ...sums(row),
    })),
    total: rows.length,
    total_aggregation: totals.map(sums),
  }
}

function summed(row: RollUpRow, measures: readonly Measure[]) {
  const moved = Object.fromEntries(movementNames.map(name => [name, Number(row[name])])) as Record<
    MovementMeter,
    number
  >
  const { currency, ...all } = figures(row.currency, moved)
  return {
    currency,
    slots: row.slots,
    readings: row.readings,
    ...(Object.fromEntries(measures.map(name => [name, all[name]])) as Partial<typeof all>),
  }
}
