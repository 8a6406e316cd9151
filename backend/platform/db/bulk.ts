/**
 * Many rows in one round trip, by one prepared text whatever their number (several times the speed of long VALUES
 * lists).
 */
import { CompiledQuery, PostgresAdapter, sql, type QueryResult, type RawBuilder } from 'kysely'
import { breathe } from '../process/breathe'
import { givenRows, Ids, numbersOfIds } from './postgres-arrays'
import { rowsForThread } from './sqlite-rows'
import type { ColumnType, Scalar, StoredAs } from './stored-as'
import type { Db } from './tables'

/** Column name → type, in the order of insertion. */
export type Columns<Row> = { readonly [Name in keyof Row & string]: ColumnType }

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * The rows as a table named `b`, for `from`. What is looked up for each of them follows with `cross join … where`:
 * the embedded database knows nothing of how many there are, and would as soon go through all that is stored and
 * take the text apart anew for each row of it.
 */
export function rowsAsTable<Row extends object>(
  db: Db,
  columns: Columns<Row>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  // Positions, not names: the text to parse is a third of the size.
  const values = JSON.stringify(rows.map(row => names.map(name => row[name] as Scalar)))
  if (!isPostgres(db)) {
    const fields = sql.join(
      names.map((name, index) => sql`${sql.raw(`json_extract(value, '$[${index}]')`)} as ${sql.ref(name)}`),
    )
    return sql`(select ${fields} from json_each(${values})) as b`
  }
  const fields = sql.join(
    names.map((name, index) => sql`${sql.raw(`(value ->> ${index})::${columns[name]}`)} as ${sql.ref(name)}`),
  )
  return sql`(select ${fields} from jsonb_array_elements(${values}::jsonb)) as b`
}

/**
 * The texts or whole numbers of a group as one text, in no order that anybody may rely on: hundreds of short rows cost
 * more to hand over than to find.
 */
export const listOf = (db: Db, value: RawBuilder<unknown>): RawBuilder<string> =>
  isPostgres(db) ? sql`string_agg(cast(${value} as text), ',')` : sql`group_concat(${value})`

/**
 * Rows of many columns (at most 127, as many as SQLite's functions take), all of them text or whole numbers (fractions
 * would lose digits) under names of their own: from the embedded database's thread they come as one text, in a third of
 * the time.
 */
export async function readWide<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  const compiled = query.compile(db)
  const { rows } = await db.executeQuery(
    isPostgres(db) ? compiled : CompiledQuery.raw(compiled.sql, [{ wide: compiled.parameters }]),
  )
  return rows as Row[]
}

/**
 * Call it in a transaction: on the embedded database the rows are written one by one. `conflict` is what follows `on
 * conflict`, e.g. sql`(id) do nothing`. Nothing happens when there is nothing to insert.
 */
export async function insertMany<Row extends object>(
  db: Db,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  conflict?: RawBuilder<unknown>,
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns) as (keyof Row & string)[]
  const into = sql`insert into ${sql.table(table)} (${sql.join(names.map(name => sql.ref(name)))})`
  const resolution = conflict ? sql` on conflict ${conflict}` : sql``
  if (isPostgres(db)) {
    await sql`${into} select * from ${rowsAsTable(db, columns, rows)} where true${resolution}`.execute(db)
    return
  }
  // Taking many columns out of JSON costs SQLite four times as much as what its thread does instead
  // (`sqlite-packed.mjs`).
  const { sql: text } = sql`${into} values (${sql.join(names.map(() => sql.raw('?')))})${resolution}`.compile(
    db,
  )
  await db.executeQuery(
    CompiledQuery.raw(text, [
      { rows: JSON.stringify(rows.map(row => names.map(name => (row[name] as Scalar) ?? null))) },
    ]),
  )
}

/** SQLite takes so many columns out of JSON sooner than they are put into one piece of memory (`sqlite-packed.mjs`). */
const NARROW = 6

/** Prepares rows, positional in the order of the columns; no statement when there are none. */
export type Insertion = (db: Db, rows: readonly (readonly Scalar[])[]) => CompiledQuery[]

/**
 * Of a large table: its key without the tenant, which only PostgreSQL's keys have (`tenant-keys.test.ts`); `then` is
 * SQL.
 */
interface ByTenant {
  key: readonly string[]
  tenant: string
  then: string
}

/**
 * As `insertMany`, for what is written all the time: the text is made once, and no row is taken apart by name.
 * `conflict` is SQL. For
 * `pipelined` in a transaction.
 */
export function insertion(
  table: string,
  columns: Readonly<Record<string, StoredAs>>,
  conflict?: string | ByTenant,
): Insertion {
  const names = Object.keys(columns)
  const into = `insert into "${table}" (${names.map(name => `"${name}"`).join(', ')})`
  const onConflict = (withTenant: boolean): string => {
    if (!conflict) return ''
    if (typeof conflict === 'string') return ` on conflict ${conflict}`
    const { key, tenant, then } = conflict
    return ` on conflict (${[...key, ...(withTenant ? [tenant] : [])].join(', ')}) ${then}`
  }
  const kinds = Object.values(columns)
  const hasIds = kinds.includes('id')
  const arrays = givenRows(columns, hasIds ? 2 : 1)
  const fields = names.map(name => arrays.value(name)).join(', ')
  const postgres = hasIds
    ? `${numbersOfIds('$1')} ${into} select ${fields} from numbers, ${arrays.table} where true${onConflict(true)}`
    : `${into} select ${fields} from ${arrays.table} where true${onConflict(true)}`
  const narrow = names.length <= NARROW
  const embedded = narrow
    ? `${into} select ${names.map((name, index) => (columns[name] === 'id' ? `(select nr from short_ids where id = value ->> ${index})` : `value ->> ${index}`)).join(', ')} from json_each(?) where true${onConflict(false)}`
    : `${into} values (${names.map(() => '?').join(', ')})${onConflict(false)}`
  return (db, rows) => {
    if (rows.length === 0) return []
    if (isPostgres(db)) {
      const known = new Ids()
      const values = arrays.parameters(rows, known)
      return [CompiledQuery.raw(postgres, hasIds ? [known.toArray(), ...values] : values)]
    }
    if (narrow) return [CompiledQuery.raw(embedded, [JSON.stringify(rows)])]
    return [CompiledQuery.raw(embedded, [{ given: rowsForThread(rows, kinds) }])]
  }
}

/**
 * Prepares changes of many rows, each to values of its own: those that are given are the table `b` of `set`, which is
 * SQL, and have its `key`. Taken out of JSON, a row of these would cost PostgreSQL several times as much.
 */
export function changing(
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  { set, key }: { set: string; key: string },
): Insertion {
  const names = Object.keys(columns)
  const own = `"${table}"."${key}"`
  const update = (given: string) =>
    `update "${table}" set ${set} from (${given}) as b where ${own} = b."${key}"`
  const fields = (value: (name: string, place: number) => string) =>
    names.map((name, place) => `${value(name, place)} as "${name}"`).join(', ')
  const arrays = givenRows(columns, 1)
  // PostgreSQL takes the given rows for a thousand, and would rather read a table of some thousands whole. How many
  // keys there are is nothing that its plan may know.
  const among = `${own} = any (array(select unnest(${arrays.list(key)})))`
  const postgres = `${update(`select ${fields(arrays.value)} from ${arrays.table}`)} and ${among}`
  const embedded = update(`select ${fields((_, place) => `value ->> ${place}`)} from json_each(?)`)
  return (db, rows) => {
    if (rows.length === 0) return []
    return [
      isPostgres(db)
        ? CompiledQuery.raw(postgres, arrays.parameters(rows, new Ids()))
        : CompiledQuery.raw(embedded, [JSON.stringify(rows)]),
    ]
  }
}

/**
 * Statements of one transaction that do not need each other's answers, sent without waiting (Kysely would wait for
 * each): while the database works on one, the next is prepared; one that fails fails all, and what follows it does
 * nothing.
 */
export function pipelined(db: Db, statements: Iterable<CompiledQuery>): Promise<QueryResult<unknown>[]> {
  return db.getExecutor().provideConnection(async connection => {
    const sent: Promise<QueryResult<unknown>>[] = []
    try {
      for (const statement of statements) {
        const answer = connection.executeQuery(statement)
        // It may fail while the next one is still being made: that is reported below.
        answer.catch(() => {})
        sent.push(answer)
        await breathe()
      }
    } finally {
      // A rollback must not overtake what is still on its way.
      await Promise.allSettled(sent)
    }
    return Promise.all(sent)
  })
}
