import type { Kysely } from 'kysely'

/** A day that closes counts what its location's door answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('player_scans_by_location')
    .on('player_scans')
    .columns(['location_id', 'created_at', 'answer'])
    .execute()
}
