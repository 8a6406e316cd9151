import { sql, type Kysely } from 'kysely'

/** Sheets of shifts: of a location one at a time waits for whoever takes over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('shift_handovers').addColumn('id', 'text', column => column.primaryKey())
  for (const name of [
    'tenant_id',
    'location_id',
    'number',
    'search',
    'state',
    'time_zone',
    'sheet',
    'handed_over_by_id',
    'handed_over_by',
  ])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['version', 'seq', 'from_at', 'to_at', 'created_at', 'updated_at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['remarks', 'taken_over_by_id', 'taken_over_by', 'taken_over_remarks'])
    table = table.addColumn(name, 'text')
  for (const name of ['taken_over_at', 'archived_at']) table = table.addColumn(name, 'bigint')
  await table.execute()
  await sql`create unique index shift_handovers_of_location on shift_handovers (location_id, seq)`.execute(db)
  await sql`create unique index shift_handovers_waiting on shift_handovers (location_id) where state = 'waiting'`.execute(
    db,
  )
  await sql`create index shift_handovers_of_tenant on shift_handovers (tenant_id, to_at, id)`.execute(db)
}
