import type { Kysely } from 'kysely'

/** What a share link shows where nothing else stores it as it was when the link was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('share_snapshots')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('content', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
}
