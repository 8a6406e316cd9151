import { sql, type Kysely } from 'kysely'

/** Requests to open sealed days again, which somebody else answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reopenings')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('day', 'text', column => column.notNull())
    .addColumn('through', 'text', column => column.notNull())
    .addColumn('days', 'bigint', column => column.notNull())
    .addColumn('months', 'text', column => column.notNull())
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('asked_by_id', 'text', column => column.notNull())
    .addColumn('asked_by', 'text', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('answered_by', 'text')
    .addColumn('answered_at', 'bigint')
    .addColumn('answer_reason', 'text')
    .execute()
  await sql`create index reopenings_of_tenant on reopenings (tenant_id, id)`.execute(db)
  // One question about a location at a time.
  await sql`create unique index reopenings_waiting on reopenings (location_id) where answer is null`.execute(
    db,
  )
}
