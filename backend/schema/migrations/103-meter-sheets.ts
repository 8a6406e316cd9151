import { sql, type Kysely } from 'kysely'

/** What was read by hand on a meter sheet, beside what the system expected then: added, never changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('meter_sheet_entries')
    .addColumn('id', 'text', column => column.primaryKey())
  for (const name of [
    'tenant_id',
    'location_id',
    'slot_id',
    'search',
    'day',
    'entered_by',
    'currency',
    'state',
  ])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['version', 'read_at', 'created_at', 'updated_at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const kind of ['in', 'out', 'jackpot'])
    for (const name of [
      `read_${kind}`,
      `expected_${kind}`,
      `difference_${kind}_minor`,
      `tolerance_${kind}_minor`,
    ])
      table = table.addColumn(name, 'bigint')
  await table
    .addColumn('absolute_minor', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('archived_at', 'bigint')
    .execute()
  await sql`create index meter_sheet_entries_of_tenant on meter_sheet_entries (tenant_id, id)`.execute(db)
  await sql`create index meter_sheet_entries_of_location on meter_sheet_entries (location_id, day)`.execute(
    db,
  )
}
