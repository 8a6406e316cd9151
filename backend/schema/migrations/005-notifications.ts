import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('notifications').addColumn('id', 'text', column => column.primaryKey())
  for (const name of [
    'tenant_id',
    'resource_type',
    'resource_id',
    'resource_details',
    'template',
    'data',
    'severity',
  ] as const) {
    table = table.addColumn(name, 'text', column => column.notNull()) as typeof table
  }
  for (const name of ['first_at', 'at', 'count'] as const)
    table = table.addColumn(name, 'bigint', column => column.notNull()) as typeof table
  await table.execute()
  await db.schema
    .createIndex('notifications_by_tenant_id_at')
    .on('notifications')
    .columns(['tenant_id', 'at', 'id'])
    .execute()
  await db.schema.createIndex('notifications_by_at').on('notifications').columns(['at', 'id']).execute()
  await db.schema
    .createIndex('notifications_by_resource_id_template')
    .on('notifications')
    .columns(['resource_id', 'template', 'first_at'])
    .execute()

  await db.schema
    .createTable('notification_receipts')
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('notification_id', 'text', column => column.notNull().references('notifications.id'))
    .addColumn('seen_at', 'bigint')
    .addColumn('confirmed_at', 'bigint')
    .addColumn('dismissed_at', 'bigint')
    .addPrimaryKeyConstraint('notification_receipts_pk', ['user_id', 'notification_id'])
    .execute()

  await db.schema
    .createTable('board_presence')
    .addColumn('smib_id', 'text', column => column.primaryKey())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('since', 'bigint', column => column.notNull())
    .execute()
}
