/**
 * What a row is found by that has no words of its own: those of the records that it is about, and what of it is said in
 * words.
 */
import { sql, type RawBuilder } from 'kysely'

type Named = 'slots' | 'locations' | 'jackpots' | 'jackpot_levels' | 'smibs'

/**
 * `about`: its column that refers to a record, by that record's table. `own`: its columns of plain letters. `t` is its
 * table.
 */
export function wordsOfItsRecords(
  about: Partial<Record<Named, string>>,
  own: readonly string[] = [],
): RawBuilder<unknown> {
  const parts = [
    ...Object.entries(about).map(
      ([table, column]) =>
        sql`coalesce((select w.search from ${sql.table(table)} w where w.id = ${sql.ref(`t.${column}`)}), '')`,
    ),
    ...own.map(column => sql`lower(coalesce(${sql.ref(`t.${column}`)}, ''))`),
  ]
  return sql`(${sql.join(parts, sql` || ' ' || `)})`
}
