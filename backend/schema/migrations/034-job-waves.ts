import type { Kysely } from 'kysely'

/**
 * Edits of many rows go in waves like bulk commands: one job machine runs both. Stored jobs went by 250 rows without a
 * pause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('many_jobs')
    .addColumn('wave_size', 'bigint', column => column.notNull().defaultTo(250))
    .execute()
  await db.schema
    .alterTable('many_jobs')
    .addColumn('wave_pause_ms', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('many_jobs').addColumn('next_wave_at', 'bigint').execute()
}
