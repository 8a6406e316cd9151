import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** What grows with the years, and the column that says whose rows they are. */
const keys = {
  stored_readings: 'tenant_nr',
  stored_messages: 'tenant_nr',
  stored_hours: 'tenant_nr',
  counter_days: 'tenant_id',
  event_days: 'tenant_id',
  events: 'tenant_id',
  slot_data: 'tenant_id',
  smib_logs: 'tenant_id',
  location_days: 'tenant_id',
  slot_day_closings: 'tenant_id',
  late_movements: 'tenant_id',
  raw_archive_pieces: 'tenant_id',
  archived_digests: 'tenant_id',
}

/**
 * Each of the large tables says in its rows, and on PostgreSQL in its key, whose they are: a cluster that spreads rows
 * by tenant takes no key without it.
 * The tenant stands behind what the key began with, so that no statement has to name it; it makes no row unique that
 * was not before. On PostgreSQL that is one index made anew for each table and month. The embedded database is never
 * spread, and keeps its keys: a tenant in them would be repeated in each of their other indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const table of ['raw_archive_pieces', 'archived_digests']) await tellTenant(db, table, isPostgres)
  if (!isPostgres) return
  for (const [table, tenant] of Object.entries(keys)) {
    const { rows } = await sql<{ name: string; columns: string }>`
      select k.conname as name, (select json_agg(a.attname order by c.place)
        from unnest(k.conkey) with ordinality c(nr, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.nr)::text as columns
      from pg_constraint k where k.conrelid = ${table}::regclass and k.contype = 'p'`.execute(db)
    const [key] = rows
    if (!key) throw new Error(`${table} has no key`)
    const columns = JSON.parse(key.columns) as string[]
    if (columns.includes(tenant)) continue
    const name = sql.ref(key.name)
    await sql`alter table ${sql.table(table)} drop constraint ${name}`.execute(db)
    await sql`alter table ${sql.table(table)} add constraint ${name} primary key (${sql.join([...columns, tenant].map(column => sql.ref(column)))})`.execute(
      db,
    )
  }
}

/** The embedded database may have been stopped in the middle: what was done is not done again. */
async function tellTenant(db: Kysely<unknown>, table: string, isPostgres: boolean): Promise<void> {
  const { rows } = await (
    isPostgres
      ? sql`select 1 from pg_attribute where attrelid = ${table}::regclass and attname = 'tenant_id'`
      : sql`select 1 from pragma_table_info(${table}) where name = 'tenant_id'`
  ).execute(db)
  if (rows.length === 0)
    await db.schema
      .alterTable(table)
      .addColumn('tenant_id', 'text', column => column.notNull().defaultTo(''))
      .execute()
  await sql`update ${sql.table(table)} set tenant_id = coalesce(
      (select a.tenant_id from raw_archives a where a.id = ${sql.ref(`${table}.archive_id`)}), '')
    where tenant_id = ''`.execute(db)
}
