import { sql, type Kysely } from 'kysely'

/** Channels of chats and text messages; what is sent to them stands among the deliveries of webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('notification_channels')
    .addColumn('id', 'text', column => column.primaryKey())
  for (const name of [
    'tenant_id',
    'search',
    'name',
    'kind',
    'sent_to',
    'format',
    'language',
    'severities',
    'kinds',
    'locations',
  ])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of [
    'location_id',
    'address',
    'sealed',
    'recipient',
    'header',
    'template',
    'wording',
    'quiet_from',
    'quiet_to',
    'test_problem',
    'test_answer',
  ])
    table = table.addColumn(name, 'text')
  for (const name of ['version', 'created_at', 'updated_at', 'enabled', 'alarms_in_quiet'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['archived_at', 'secured_at', 'tested_at', 'test_ms', 'test_code'])
    table = table.addColumn(name, 'bigint')
  await table.execute()
  await sql`create index notification_channels_of_tenant on notification_channels (tenant_id, name)`.execute(
    db,
  )
  await sql`alter table webhook_deliveries rename column webhook_id to receiver_id`.execute(db)
}
