/**
 * Raw rows carry numbers in place of identifiers of 24 characters (migration 147). Whoever has such rows is numbered
 * when they are made, by the database; `insertion` stores the number of what it is given as an identifier (`id`). Views
 * show identifiers under the names that they always had, each looked up where it is needed. So rows are found by number
 * (`slot_nr`, never `slot_id`): only that is in an index.
 */
import { DAY_MS } from '../contract/durations'
import { sql, type RawBuilder } from 'kysely'

/** Of an identifier, or of an expression that is one. Null for what was never numbered: it has no rows. */
export const numberOf = (id: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select nr from short_ids where short_ids.id = ${id})`

/** The identifier that a number stands for. */
export const idOf = (nr: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select id from short_ids where short_ids.nr = ${nr})`

/** As a list: of identifiers, or of a statement's. */
export const numbersOf = (ids: readonly (string | number)[] | RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select nr from short_ids where short_ids.id in (${Array.isArray(ids) ? sql.join(ids) : ids}))`

/** Tables whose rows carry numbers, by the names under which they are read. */
const numbered: ReadonlySet<string> = new Set(['counter_readings', 'messages', 'counter_hours'])

export const isNumbered = (table: string): boolean => numbered.has(table)

/** Whether a row of a table is of this slot, SMIB, location or tenant: of one, or of any of these. */
export function isOf(
  table: string,
  column: string,
  ids: string | readonly (string | number)[] | RawBuilder<unknown>,
): RawBuilder<boolean> {
  const by = isNumbered(table)
  const own = sql.ref(by ? column.replace('_id', '_nr') : column)
  if (typeof ids === 'string') return isOne(table, column, sql`${ids}`)
  if (by) return sql<boolean>`${own} in ${numbersOf(ids)}`
  return sql<boolean>`${own} in (${Array.isArray(ids) ? sql.join(ids) : ids})`
}

/** Of the one that an expression says. */
export function isOne(table: string, column: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const by = isNumbered(table)
  return sql<boolean>`${sql.ref(by ? column.replace('_id', '_nr') : column)} = ${by ? numberOf(id) : id}`
}

/** Days since 1970, as gaming days are stored in raw rows. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS
