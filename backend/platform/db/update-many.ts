/** Many rows changed by their keys, each to values of its own. */
import { CompiledQuery, sql } from 'kysely'
import { isPostgres, rowsAsTable, type Columns } from './bulk'
import type { Db } from './database'

/**
 * `keys` (column → what it equals in the row given) find the row; what is no key is set. Returns how many were found.
 * In a transaction: on the embedded database they are written one by one.
 */
export async function updateMany<Row extends object>(
  db: Db,
  table: string,
  keys: Readonly<Record<string, keyof Row & string>>,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<number> {
  if (rows.length === 0) return 0
  const by = Object.entries(keys)
  const names = (Object.keys(columns) as (keyof Row & string)[]).filter(
    name => !by.some(([, key]) => key === name),
  )
  if (isPostgres(db)) {
    const own = (name: string) => sql.ref(`${table}.${name}`)
    const { numAffectedRows } =
      await sql`update ${sql.table(table)} set ${sql.join(names.map(name => sql`${sql.ref(name)} = ${sql.ref(`b.${name}`)}`))}
      from ${rowsAsTable(db, columns, rows)} where ${sql.join(
        by.map(([column, key]) => sql`${own(column)} = ${sql.ref(`b.${key}`)}`),
        sql` and `,
      )}`.execute(db)
    return Number(numAffectedRows ?? 0n)
  }
  // As a join, SQLite may read the table once for every row given: it knows nothing of the size of a JSON text.
  const { sql: text } =
    sql`update ${sql.table(table)} set ${sql.join(names.map(name => sql`${sql.ref(name)} = ${sql.raw('?')}`))}
    where ${sql.join(
      by.map(([column]) => sql`${sql.ref(column)} = ${sql.raw('?')}`),
      sql` and `,
    )}`.compile(db)
  const { numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(text, [
      {
        rows: JSON.stringify(
          rows.map(row => [...names, ...by.map(([, key]) => key)].map(name => row[name] ?? null)),
        ),
      },
    ]),
  )
  return Number(numAffectedRows ?? 0n)
}
