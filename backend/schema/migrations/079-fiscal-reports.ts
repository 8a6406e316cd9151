import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', names: readonly string[]): Table =>
  names.reduce((all, name) => all.addColumn(name, type, column => column.notNull()), table)

/** Fiscal reports of closed days, a row for each revision, and of months, a row for each as its days stand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string, texts: readonly string[], numbers: readonly string[]) =>
    add(
      add(
        db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey()) as Table,
        'text',
        ['tenant_id', 'location_id', 'currency', 'state', ...texts],
      ),
      'bigint',
      [
        'hours_known',
        'hours_expected',
        'held',
        'collected_minor',
        'paid_minor',
        'takings_minor',
        'difference_minor',
        'starts_at',
        'ends_at',
        'created_at',
        'updated_at',
        ...numbers,
      ],
    )
      .addColumn('archived_at', 'bigint')
      .addColumn('version', 'bigint', column => column.notNull().defaultTo(1))
      .addColumn('search', 'text', column => column.notNull().defaultTo(''))
      .execute()
  await create(
    'daily_reports',
    ['day', 'document'],
    ['revision', 'is_latest', 'slots', 'silent', 'changed_minor'],
  )
  await create('monthly_reports', ['month'], ['days_closed', 'days'])
  await sql`create unique index daily_reports_of on daily_reports (location_id, day, currency, revision)`.execute(
    db,
  )
  await sql`create index daily_reports_listed on daily_reports (tenant_id, day, id) where is_latest = 1`.execute(
    db,
  )
  await sql`create index daily_reports_days on daily_reports (day, id) where is_latest = 1`.execute(db)
  await sql`create unique index monthly_reports_of on monthly_reports (location_id, month, currency)`.execute(
    db,
  )
  await sql`create index monthly_reports_listed on monthly_reports (tenant_id, month, id)`.execute(db)
}
