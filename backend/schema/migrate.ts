import { Migrator, type Kysely } from 'kysely'
import { migrations } from './migrations.found'
import type { Tables } from '../platform/db/tables'

/**
 * Brings the schema up to date. Several backends may start together: on PostgreSQL Kysely's migration lock lets one of them
 * work while the others wait; the embedded file has one owner (`instance-lock.ts`). Throws what the failing migration threw.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error) throw error
}
