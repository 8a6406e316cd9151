import { sql, type Kysely } from 'kysely'

/** Browsers in which people receive notifications while no page is open, and whose the messages to them are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('push_browsers').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['user_id', 'endpoint_hash', 'sealed', 'sent_to', 'name', 'severity'])
    table = table.addColumn(name, 'text', column => column.notNull())
  await table.addColumn('created_at', 'bigint', column => column.notNull()).execute()
  await sql`create unique index push_browsers_once on push_browsers (endpoint_hash)`.execute(db)
  await sql`create index push_browsers_of_user on push_browsers (user_id)`.execute(db)
  await sql`alter table webhook_deliveries add column user_id text`.execute(db)
  // The list of a tenant has all but these, and is opened and counted by indexes.
  for (const columns of ['id', 'tenant_id, id'])
    await sql
      .raw(
        `create index webhook_deliveries_others_by_${columns.replaceAll(', ', '_')} on webhook_deliveries (${columns}, user_id, archived_at) where user_id is null and archived_at is null`,
      )
      .execute(db)
}
