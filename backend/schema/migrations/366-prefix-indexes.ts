import { sql, type Kysely } from 'kysely'

/** What another index begins with: it answers the same, and each message of a slot would write both on PostgreSQL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of [
    'slots_by_archived_at_id',
    'slots_by_tenant_id_archived_at_id',
    'users_by_tenant',
    'bulk_jobs_by_tenant',
    'player_scans_by_time',
  ])
    await sql`drop index ${sql.ref(name)}`.execute(db)
}
