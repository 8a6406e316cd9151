import type { Kysely } from 'kysely'

/** Columns of lists as an administrator sets them: for everybody (role '') or for those who have a role. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('columns_configurations')
    .addColumn('page', 'text', column => column.notNull())
    .addColumn('role_id', 'text', column => column.notNull())
    .addColumn('columns', 'text', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('updated_by_name', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('columns_configurations_pk', ['page', 'role_id'])
    .execute()
}
