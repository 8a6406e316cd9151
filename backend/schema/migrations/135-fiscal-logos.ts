import { sql, type Kysely } from 'kysely'

/** Logos of tenants, and the one that each sealed day was sealed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fiscal_logos')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('png', 'text', column => column.notNull())
    .addColumn('width', 'bigint', column => column.notNull())
    .addColumn('height', 'bigint', column => column.notNull())
    .addColumn('is_current', 'bigint', column => column.notNull())
    .addColumn('set_by', 'text', column => column.notNull())
    .addColumn('set_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('fiscal_logos_once', ['tenant_id', 'sha256'])
    .execute()
  await sql`alter table daily_reports add column logo text`.execute(db)
}
