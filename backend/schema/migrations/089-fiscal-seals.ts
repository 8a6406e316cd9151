import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

/** How far a location's fiscal days are sealed, what moved in sealed days afterwards, and which seal a report has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fiscal_heads')
    .addColumn('location_id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('books_from', 'text', column => column.notNull())
    .addColumn('sealed_through', 'text')
    .execute()
  await sql`insert into fiscal_heads (location_id, tenant_id, books_from)
    select location_id, min(tenant_id), min(day) from location_days group by location_id`.execute(db)
  const texts = ['location_id', 'tenant_id', 'day', 'slot_id', 'currency']
  const moved = ['moved_in', 'moved_premium', 'moved_out', 'posted_in', 'posted_premium', 'posted_out']
  let late: CreateTableBuilder<string, string> = db.schema.createTable('late_movements')
  for (const name of texts) late = late.addColumn(name, 'text', column => column.notNull())
  for (const name of ['price', ...moved, 'updated_at'])
    late = late.addColumn(name, 'bigint', column => column.notNull())
  await late
    .addPrimaryKeyConstraint('late_movements_of', ['location_id', 'day', 'slot_id', 'currency', 'price'])
    .execute()
  for (const table of ['daily_reports', 'monthly_reports']) {
    await db.schema.alterTable(table).addColumn('seal_id', 'text').execute()
    await db.schema.alterTable(table).addColumn('sealed_by', 'text').execute()
  }
  await db.schema
    .alterTable('daily_reports')
    .addColumn('accepted', 'text', column => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('monthly_reports').addColumn('document', 'text').execute()
  // A day that another currency's report calls closed is closed: the list of months counted by currency.
  await sql`update monthly_reports set days_closed = (select count(distinct d.day) from daily_reports d
    where d.location_id = monthly_reports.location_id and d.is_latest = 1
      and d.day >= monthly_reports.month || '-01' and d.day <= monthly_reports.month || '-31')`.execute(db)
}
