/** The specification's answer of aggregations has, next to rows, the page by its name there and the sum of all rows. */
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { picked, type ListContext } from '../../platform/http/crud'
import { measuresOf } from './present-rows'
import { rollUpRows, type RollUpQuery } from './roll-up-rows.queries'
import type { Measure } from './aggregation-rules.contract'

/** Nothing for whoever chose `fields`, as the console does: it would carry each row twice. */
export async function specifiedAnswer(
  { body, db, scope }: Pick<ListContext, 'body' | 'db' | 'scope'>,
  rows: readonly object[],
  wanted: { query: RollUpQuery; measures: readonly Measure[] },
) {
  const { fields, columns } = body
  if (fields && !columns) return {}
  return {
    data: fields ? rows.map(row => picked(row, fields)) : rows,
    total_aggregation: await totalOf(db, scope, wanted),
  }
}

/** One for each currency. */
async function totalOf(
  db: Db,
  scope: Scope,
  { query, measures }: { query: RollUpQuery; measures: readonly Measure[] },
) {
  const games = query.games ?? (query.by === 'game' ? 'each' : undefined)
  const whole = { ...query, by: null, games, whole: true }
  const rows = await rollUpRows(db, scope, whole, { direction: 'ASC', limit: 10, offset: 0 })
  return rows.map(row => ({
    currency: row.currency,
    slots: row.slots,
    readings: row.readings,
    ...measuresOf(row, measures),
  }))
}
