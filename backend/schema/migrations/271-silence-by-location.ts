import type { Kysely } from 'kysely'

/** How many slots of a location are silent, and since when, is read from this alone: however many there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('slots_by_location_id_archived_at_last_seen_at')
    .on('slots')
    .columns(['location_id', 'archived_at', 'last_seen_at'])
    .execute()
}
