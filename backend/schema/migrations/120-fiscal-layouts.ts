import { sql, type Kysely } from 'kysely'

/** A tenant's own layout of its fiscal forms, and the one that each sealed day was sealed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fiscal_layouts')
    .addColumn('tenant_id', 'text', column => column.primaryKey())
    .addColumn('layout', 'text', column => column.notNull())
    .addColumn('set_by', 'text', column => column.notNull())
    .addColumn('set_at', 'bigint', column => column.notNull())
    .execute()
  await sql`alter table daily_reports add column layout text`.execute(db)
}
