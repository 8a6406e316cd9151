/**
 * Raw rows carry numbers in place of identifiers of 24 characters (migration 147). Whoever has such rows is numbered when they are made, by the
 * database; `insertion` stores the number of what it is given as an identifier (`id`), and views show identifiers under the names that they always had.
 * They also show the numbers (`slot_nr`): PostgreSQL reads a view in the order of its index only where a condition names the number.
 */
import { sql, type RawBuilder } from 'kysely'

/** Of an identifier, or of an expression that is one. Null for what was never numbered: it has no rows. */
export const numberOf = (id: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select nr from short_ids where short_ids.id = ${id})`

/** Tables whose rows carry numbers, by the names under which they are read. */
const numbered: ReadonlySet<string> = new Set(['counter_readings', 'messages', 'counter_hours'])

/** Whether a row of a table is of this slot, SMIB, location or tenant. */
export const isOf = (table: string, column: string, id: string): RawBuilder<boolean> =>
  numbered.has(table)
    ? sql<boolean>`${sql.ref(column.replace('_id', '_nr'))} = ${numberOf(id)}`
    : sql<boolean>`${sql.ref(column)} = ${id}`

const DAY_MS = 86_400_000
/** Days since 1970, as gaming days are stored in raw rows. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS
