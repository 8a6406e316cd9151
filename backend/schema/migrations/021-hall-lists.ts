import type { Kysely } from 'kysely'

/**
 * A hall's list, newest first, is read from the index alone: by the old one each of its rows was fetched for its id,
 * and then sorted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['slots', 'smibs']) {
    await db.schema
      .createIndex(`${table}_by_location_id_archived_at_id`)
      .on(table)
      .columns(['location_id', 'archived_at', 'id'])
      .execute()
    await db.schema.dropIndex(`${table}_by_location_id_archived_at`).execute()
  }
}
