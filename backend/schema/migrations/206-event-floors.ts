import type { Kysely } from 'kysely'

/**
 * From which handpay of a slot on all of them are stored: those before it are in an archive, so that one of then that
 * comes late is next to nothing known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('event_floors')
    .addColumn('slot_id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .execute()
}
