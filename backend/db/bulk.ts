/** Many rows in one round trip, by one prepared text whatever their number (several times the speed of long VALUES lists). */
import { CompiledQuery, PostgresAdapter, sql, type RawBuilder } from 'kysely'
import type { Db } from './database'

export type ColumnType = 'text' | 'bigint'
type Scalar = string | number | null
/** Column name → type, in the order of insertion. */
export type Columns<Row> = { readonly [Name in keyof Row & string]: ColumnType }

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** The rows as a table named `b`, for `from`. */
export function rowsAsTable<Row extends object>(db: Db, columns: Columns<Row>, rows: readonly Row[]): RawBuilder<unknown> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  // Positions, not names: the text to parse is a third of the size.
  const values = JSON.stringify(rows.map(row => names.map(name => row[name] as Scalar)))
  if (!isPostgres(db)) {
    const fields = sql.join(names.map((name, index) => sql`${sql.raw(`json_extract(value, '$[${index}]')`)} as ${sql.ref(name)}`))
    return sql`(select ${fields} from json_each(${values})) as b`
  }
  const fields = sql.join(names.map((name, index) => sql`${sql.raw(`(value ->> ${index})::${columns[name]}`)} as ${sql.ref(name)}`))
  return sql`(select ${fields} from jsonb_array_elements(${values}::jsonb)) as b`
}

/**
 * Call it in a transaction: on the embedded database the rows are written one by one. `conflict` is what follows `on conflict`,
 * e.g. sql`(id) do nothing`. Nothing happens when there is nothing to insert.
 */
export async function insertMany<Row extends object>(db: Db, table: string, columns: Columns<Row>, rows: readonly Row[], conflict?: RawBuilder<unknown>): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns) as (keyof Row & string)[]
  const into = sql`insert into ${sql.table(table)} (${sql.join(names.map(name => sql.ref(name)))})`
  const resolution = conflict ? sql` on conflict ${conflict}` : sql``
  if (isPostgres(db)) {
    await sql`${into} select * from ${rowsAsTable(db, columns, rows)} where true${resolution}`.execute(db)
    return
  }
  // Taking many columns out of JSON costs SQLite twice as much as binding them.
  const { sql: text } = sql`${into} values (${sql.join(names.map(() => sql.raw('?')))})${resolution}`.compile(db)
  await db.executeQuery(CompiledQuery.raw(text, [{ rows: JSON.stringify(rows.map(row => names.map(name => row[name] as Scalar ?? null))) }]))
}

/**
 * Statements of one transaction that do not need each other's answers. The embedded database's thread works through what it is sent, so the
 * next one is prepared while the one before runs; a PostgreSQL connection takes one at a time.
 */
export async function pipelined(db: Db, steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (!isPostgres(db)) return void await Promise.all(steps.map(step => step()))
  for (const step of steps) await step()
}
