/**
 * The schema as the migrations up to a certain one leave it, in one file an engine: what a new database is made of
 * at once, and where a reader
 * finds all tables. `node --import tsx bin/baseline.mjs` writes the files; `baseline.test.ts` compares both ways to
 * a database.
 */
import { readFile } from 'node:fs/promises'
import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/db/tables'

/** What the files leave open, since it is another one in each installation: epoch milliseconds. */
const INSTANTS = {
  ':created_at': (now: number) => now,
  // The first month ends with the calendar's, in UTC; migration 197 says what for.
  ':month_end': (now: number) => Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1),
}

/**
 * Lays it in a database that holds nothing yet, with a record of each migration that it stands for; all of it or
 * none. A database that has any is
 * left as it is. `now` in epoch milliseconds.
 */
export async function layBaseline(db: Kysely<Tables>, now: number): Promise<void> {
  await db.transaction().execute(async transaction => {
    const tables = await transaction.introspection.getTables({ withInternalKyselyTables: true })
    if (tables.length > 0) return
    const isPostgres = transaction.getExecutor().adapter instanceof PostgresAdapter
    const statements = await statementsOf(isPostgres ? 'postgresql' : 'libsql', now)
    for (const statement of statements) await sql.raw(statement).execute(transaction)
  })
}

/** Statements are separated by an empty line, and have none within. */
async function statementsOf(engine: 'postgresql' | 'libsql', now: number): Promise<string[]> {
  const file = await readFile(new URL(`./baseline/${engine}.sql`, import.meta.url), 'utf8')
  return Object.entries(INSTANTS)
    .reduce((text, [name, instant]) => text.replaceAll(name, String(instant(now))), file)
    .split(/\n{2,}/)
    .filter(statement => statement.trim() && !statement.startsWith('--'))
}
