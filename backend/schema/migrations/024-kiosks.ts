import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kiosks')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('secret_hash', 'text', column => column.notNull())
    .addColumn('idle_minutes', 'integer', column => column.notNull())
    .addColumn('absolute_hours', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('kiosks_unique_secret_hash')
    .unique()
    .on('kiosks')
    .columns(['secret_hash'])
    .execute()
  await db.schema.createIndex('kiosks_by_tenant').on('kiosks').columns(['tenant_id', 'name']).execute()
}
