import { sql, type Kysely } from 'kysely'

/** The day up to which nobody may change a tenant's figures, or a location's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('period_locks')
    // A location's id, or a tenant's: the later day of both holds.
    .addColumn('owner_id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('through', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('set_by', 'text', column => column.notNull())
    .addColumn('set_at', 'bigint', column => column.notNull())
    .execute()
  await sql`create index period_locks_of_tenant on period_locks (tenant_id)`.execute(db)
}
