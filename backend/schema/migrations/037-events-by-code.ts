import type { Kysely } from 'kysely'

/**
 * Events of a kind, rare among a year of common ones: a location's are found by their code, not by reading all of its
 * events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('events_by_location_id_code_server_time')
    .on('events')
    .columns(['location_id', 'code', 'server_time'])
    .execute()
}
