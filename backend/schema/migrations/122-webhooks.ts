import { sql, type Kysely } from 'kysely'

/**
 * Where notifications are sent to other systems, and each sending: one row for a webhook and a notification, however
 * often it is tried.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  let hooks = db.schema.createTable('webhooks').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'search', 'name', 'address', 'kinds', 'sealed', 'starts_with'])
    hooks = hooks.addColumn(name, 'text', column => column.notNull())
  for (const name of ['location_id', 'previous_sealed']) hooks = hooks.addColumn(name, 'text')
  for (const name of ['version', 'created_at', 'updated_at', 'enabled'])
    hooks = hooks.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['archived_at', 'previous_until', 'rotated_at']) hooks = hooks.addColumn(name, 'bigint')
  await hooks.execute()
  await sql`create index webhooks_by_tenant on webhooks (tenant_id, id)`.execute(db)

  let sendings = db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'search', 'webhook_id', 'notification_id', 'kind', 'body', 'state'])
    sendings = sendings.addColumn(name, 'text', column => column.notNull())
  for (const name of ['location_id', 'answer', 'problem']) sendings = sendings.addColumn(name, 'text')
  for (const name of ['version', 'created_at', 'updated_at', 'attempts', 'replays', 'next_at'])
    sendings = sendings.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['archived_at', 'answer_code', 'delivered_at'])
    sendings = sendings.addColumn(name, 'bigint')
  await sendings.execute()
  await sql`create unique index webhook_deliveries_once on webhook_deliveries (webhook_id, notification_id)`.execute(
    db,
  )
  await sql`create index webhook_deliveries_due on webhook_deliveries (next_at, id) where state = 'waiting'`.execute(
    db,
  )
  await sql`create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id)`.execute(db)
  await sql`create index webhook_deliveries_by_tenant on webhook_deliveries (tenant_id, id)`.execute(db)
  await sql`create index webhook_deliveries_by_age on webhook_deliveries (created_at)`.execute(db)
}
