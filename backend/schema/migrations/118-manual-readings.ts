import { sql, type Kysely } from 'kysely'

/**
 * Meters that a person read off the machine. What counts of them stands among the readings, too, where judgement finds
 * it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('manual_readings')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('slot_id', 'text', column => column.notNull())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('gaming_day', 'text', column => column.notNull())
    .addColumn('meters', 'text', column => column.notNull())
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('entered_by', 'text', column => column.notNull())
    .addColumn('moved_minor', 'bigint', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('effect', 'text', column => column.notNull())
    .addColumn('taken_back_by', 'text')
    .addColumn('taken_back_at', 'bigint')
    .addColumn('taken_back_reason', 'text')
    .execute()
  await sql`create index manual_readings_of_tenant on manual_readings (tenant_id, id)`.execute(db)
  // A slot is read once at one moment.
  await sql`create unique index manual_readings_once on manual_readings (slot_id, at) where state = 'counts'`.execute(
    db,
  )
}
