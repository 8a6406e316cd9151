import { sql, type Kysely } from 'kysely'

/** Alarms that are over are deleted after a time, the oldest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alarms_cleared on alarms (cleared_at) where state = 'cleared'`.execute(db)
}
