import { sql, type Kysely } from 'kysely'

/** Who wants to be told what and how, tenants' own words for it, and e-mails of notifications on their way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ['content', 'text'],
    ['fanned_at', 'bigint'],
    ['escalate_at', 'bigint'],
  ] as const)
    await db.schema.alterTable('notifications').addColumn(name, type).execute()
  await db.schema
    .alterTable('notifications')
    .addColumn('place', 'text', column => column.notNull().defaultTo(''))
    .execute()
  // What was raised before there were subscriptions is told to nobody by e-mail.
  await sql`update notifications set fanned_at = at`.execute(db)
  await db.schema
    .createIndex('notifications_to_fan')
    .on('notifications')
    .columns(['fanned_at', 'id'])
    .execute()
  await db.schema.createIndex('notifications_to_escalate').on('notifications').column('escalate_at').execute()

  await db.schema
    .createTable('notification_templates')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('template', 'text', column => column.notNull())
    .addColumn('en', 'text')
    .addColumn('ro', 'text')
    .addColumn('pt', 'text')
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('updated_by', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('notification_templates_pk', ['tenant_id', 'template'])
    .execute()

  await db.schema
    .createTable('notification_subscriptions')
    .addColumn('user_id', 'text', column => column.notNull().references('users.id'))
    .addColumn('template', 'text', column => column.notNull())
    .addColumn('scope', 'text', column => column.notNull())
    .addColumn('in_app', 'bigint')
    .addColumn('email', 'bigint')
    .addPrimaryKeyConstraint('notification_subscriptions_pk', ['user_id', 'template', 'scope'])
    .execute()
  await db.schema
    .createIndex('notification_subscriptions_by_template')
    .on('notification_subscriptions')
    .columns(['template', 'scope'])
    .execute()

  await db.schema
    .createTable('notification_wishes')
    .addColumn('user_id', 'text', column => column.primaryKey().references('users.id'))
    .addColumn('quiet_from', 'bigint')
    .addColumn('quiet_to', 'bigint')
    .addColumn('alarms_in_quiet', 'bigint', column => column.notNull())
    .addColumn('escalations', 'bigint', column => column.notNull())
    .execute()

  await db.schema
    .createTable('notification_mails')
    .addColumn('user_id', 'text', column => column.notNull().references('users.id'))
    .addColumn('notification_id', 'text', column => column.notNull().references('notifications.id'))
    .addColumn('escalated', 'bigint', column => column.notNull())
    .addColumn('due_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('notification_mails_pk', ['user_id', 'notification_id', 'escalated'])
    .execute()
  await db.schema.createIndex('notification_mails_due').on('notification_mails').column('due_at').execute()
}
