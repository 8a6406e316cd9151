import { Migrator, type Kysely } from 'kysely'
import { layBaseline } from './baseline'
import { migrations } from './migrations.found'
import type { Tables } from '../platform/db/tables'

/**
 * Brings the schema up to date: an empty database by the baseline, any by the migrations that it has not had. Several backends may start
 * together: on PostgreSQL Kysely's migration lock lets one of them work while the others wait; the embedded file has one owner
 * (`instance-lock.ts`). Throws what the failing migration threw.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await layBaseline(db, Date.now())
  await runMigrations(db)
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
