import { Migrator, PostgresAdapter, sql, type Kysely } from 'kysely'
import { layBaseline } from './baseline'
import { nameFunctionSchemas } from './function-schema'
import { migrations } from './migrations.found'
import { makeSearchIndex } from './search-index'
import type { Tables } from '../platform/db/tables'

/** A number that nothing else of this database is locked by. */
const LOCK = 20_261_129

interface Migrated {
  /** Why slots are searched without an index; null where there is one. */
  searchIndex: string | null
}

/**
 * Brings the schema up to date: an empty database by the baseline, any by the migrations that it has not had. Of
 * several backends that start together on PostgreSQL one works, and the others find its work done; the embedded file
 * has one owner (`instance-lock.ts`). Throws what the failing migration threw.
 */
export async function migrate(db: Kysely<Tables>): Promise<Migrated> {
  const bringUpToDate = async () => {
    await layBaseline(db, Date.now())
    await runMigrations(db)
    await nameFunctionSchemas(db)
    return { searchIndex: await makeSearchIndex(db) }
  }
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return bringUpToDate()
  // Kysely's own lock comes too late: its migrator reads the catalogue of all tables first, which fails when another
  // one drops a table meanwhile.
  return db.transaction().execute(async lock => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(lock)
    return bringUpToDate()
  })
}

/** The embedded database moves their rows in pieces, each in its own transaction, and goes on where it was stopped. */
const inPieces: readonly string[] = ['147-short-ids', '201-reading-terms', '205-event-sums', '253-cut-hours']

/**
 * One migration after the other, from whatever the database has had, up to the newest or to the one named, in one
 * transaction: one that fails or is killed half way leaves nothing behind, so the next start can do it again.
 */
export async function runMigrations(db: Kysely<Tables>, last?: string): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const migrator = (disableTransactions: boolean) =>
    new Migrator({ db, provider: { getMigrations: async () => migrations }, disableTransactions })
  const upTo = async (name: string | undefined, disableTransactions: boolean) => {
    const one = migrator(disableTransactions)
    const { error } = name === undefined ? await one.migrateToLatest() : await one.migrateTo(name)
    if (error) throw error
  }
  if (!isPostgres) {
    const pending = (await migrator(false).getMigrations()).flatMap(({ name, executedAt }) =>
      executedAt || (last !== undefined && name > last) ? [] : [name],
    )
    for (const [at, name] of pending.entries()) {
      if (!inPieces.includes(name)) continue
      const before = pending[at - 1]
      if (before !== undefined && !inPieces.includes(before)) await upTo(before, false)
      await upTo(name, true)
    }
  }
  await upTo(last, false)
}
