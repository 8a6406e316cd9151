import { sql, type Kysely } from 'kysely'

/** To whom an alarm goes that nobody acknowledges, step by step; and who is on call when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const record = (name: string, texts: readonly string[], numbers: readonly string[]) => {
    let table = db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey())
    for (const text of ['tenant_id', 'search', ...texts])
      table = table.addColumn(text, 'text', column => column.notNull())
    for (const number of ['version', 'created_at', 'updated_at', ...numbers])
      table = table.addColumn(number, 'bigint', column => column.notNull())
    return table.addColumn('archived_at', 'bigint')
  }
  await record('alarm_steps', ['rule_id', 'user_ids', 'group_ids', 'role_ids', 'channel_ids'], ['minutes'])
    .addColumn('order_id', 'text')
    .execute()
  await sql`create index alarm_steps_of_rule on alarm_steps (rule_id, minutes)`.execute(db)
  await record(
    'on_call_orders',
    ['name', 'time_zone', 'starts_on', 'starts_at', 'people'],
    ['turn_hours'],
  ).execute()
  await sql`create index on_call_orders_of_tenant on on_call_orders (tenant_id, name)`.execute(db)
}
