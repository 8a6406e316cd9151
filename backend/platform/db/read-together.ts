/** Reads whose way to the database costs more than they do. */
import { CompiledQuery, type Compilable, type RawBuilder } from 'kysely'
import { isPostgres } from './bulk'
import type { Db } from './tables'

type Rows<Queries extends readonly unknown[]> = { -readonly [Place in keyof Queries]: RowsOf<Queries[Place]> }
type RowsOf<Queries> = Queries extends RawBuilder<infer Row> ? Row[] : never[]

/**
 * Short reads that do not need each other's answers, each one's rows in its place; null asks nothing. The embedded
 * database's thread gets all of them at once; they are one message, not one transaction.
 */
export async function readTogether<const Queries extends readonly (RawBuilder<unknown> | null)[]>(
  db: Db,
  queries: Queries,
): Promise<Rows<Queries>> {
  const compiled = queries.map(one => one && one.compile(db))
  const some = compiled.filter(one => one !== null)
  const found: unknown[][] = []
  const [first] = some
  if (first && isPostgres(db))
    found.push(...(await Promise.all(some.map(async one => (await db.executeQuery(one)).rows))))
  else if (first) {
    const together = some.map(({ sql, parameters }) => ({ sql, parameters }))
    found.push(...((await db.executeQuery(CompiledQuery.raw(first.sql, [{ together }]))).rows as unknown[][]))
  }
  return compiled.map(one => (one ? (found.shift() ?? []) : [])) as Rows<Queries>
}

const atOnce = new WeakSet<CompiledQuery>()

/** Whether `readAtOnce` sent it. */
export const isAtOnce = (query: CompiledQuery): boolean => atOnce.has(query)

/**
 * A read of a few rows by their keys, whatever else there is. The embedded database answers it in the
 * program's own thread, where nothing else happens meanwhile: handing it to another takes ten times as long.
 */
export async function readAtOnce<Row>(db: Db, query: Compilable<Row> | CompiledQuery<Row>): Promise<Row[]> {
  const compiled = 'compile' in query ? query.compile() : query
  atOnce.add(compiled)
  return (await db.executeQuery(compiled)).rows
}
