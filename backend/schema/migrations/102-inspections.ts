import { sql, type Kysely } from 'kysely'

/** Who looked at the inspector's view: a row for each tenant whose slots were shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('inspections').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'search', 'looked_by', 'shape'])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['version', 'slots', 'created_at', 'updated_at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['location_id', 'address']) table = table.addColumn(name, 'text')
  await table.addColumn('archived_at', 'bigint').execute()
  await sql`create index inspections_of_tenant on inspections (tenant_id, id)`.execute(db)
}
