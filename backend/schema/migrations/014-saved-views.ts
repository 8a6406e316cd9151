import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_views')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('owner_id', 'text', column => column.notNull().references('users.id'))
    .addColumn('page', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('shared', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('saved_views_by_owner_page')
    .on('saved_views')
    .columns(['owner_id', 'page'])
    .execute()
  await db.schema
    .createIndex('saved_views_by_tenant_page')
    .on('saved_views')
    .columns(['tenant_id', 'page', 'shared'])
    .execute()

  await db.schema
    .createTable('default_views')
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('page', 'text', column => column.notNull())
    .addColumn('view_id', 'text', column => column.notNull())
    .addColumn('view_name', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('default_views_pk', ['user_id', 'page'])
    .execute()
}
