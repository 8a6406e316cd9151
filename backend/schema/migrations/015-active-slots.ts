import type { Kysely } from 'kysely'

/** Whether a slot reported in a period is asked slot by slot; the table's key begins with the hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('counter_hours_by_slot_id_hour_start')
    .on('counter_hours')
    .columns(['slot_id', 'hour_start'])
    .execute()
}
