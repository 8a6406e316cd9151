import type { Kysely } from 'kysely'

/**
 * Readings that nothing was booked of, and where each game's judgement stands. What is stored already was booked as it
 * is marked and stays so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('counter_readings').addColumn('held', 'text').execute()
  await db.schema.alterTable('counter_latest').addColumn('standing', 'text').execute()
  // Few readings are held: so that they are found without reading all others.
  await db.schema
    .createIndex('counter_readings_held')
    .on('counter_readings')
    .columns(['tenant_id', 'held', 'server_time'])
    .where('held', 'is not', null)
    .execute()
}
