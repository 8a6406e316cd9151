import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_settings')
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('user_settings_pk', ['user_id', 'name'])
    .execute()
}
