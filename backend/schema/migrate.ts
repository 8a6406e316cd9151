import { Migrator, PostgresAdapter, sql, type Kysely } from 'kysely'
import { layBaseline } from './baseline'
import { migrations } from './migrations.found'
import type { Tables } from '../platform/db/tables'

/** A number that nothing else of this database is locked by. */
const LOCK = 20_261_129

/**
 * Brings the schema up to date: an empty database by the baseline, any by the migrations that it has not had. Of
 * several backends that start
 * together on PostgreSQL one works, and the others find its work done; the embedded file has one owner
 * (`instance-lock.ts`). Throws what the
 * failing migration threw.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const bringUpToDate = async () => {
    await layBaseline(db, Date.now())
    await runMigrations(db)
  }
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return bringUpToDate()
  // Kysely's own lock comes too late: its migrator reads the catalogue of all tables first, which fails when another
  // one drops a table meanwhile.
  await db.transaction().execute(async lock => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(lock)
    await bringUpToDate()
  })
}

/** One migration after the other, from whatever the database has had, up to the newest or to the one named. */
export async function runMigrations(db: Kysely<Tables>, last?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  })
  const { error } = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
  if (error) throw error
}
