import { sql, type Kysely } from 'kysely'

/** Maintenance of slots. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('work_orders').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'slot_id', 'location_id', 'search', 'title', 'state', 'due_on'])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['version', 'created_at', 'updated_at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['assignee', 'description', 'work_done', 'parts', 'next_due_on'])
    table = table.addColumn(name, 'text')
  for (const name of ['out_of_play', 'finished_at', 'archived_at']) table = table.addColumn(name, 'bigint')
  await table.execute()
  for (const columns of ['due_on, id', 'tenant_id, due_on, id', 'slot_id, due_on', 'location_id, due_on'])
    await sql
      .raw(`create index work_orders_by_${columns.replaceAll(', ', '_')} on work_orders (${columns})`)
      .execute(db)
  await sql`create index work_orders_archived on work_orders (tenant_id) where archived_at is not null`.execute(
    db,
  )
}
