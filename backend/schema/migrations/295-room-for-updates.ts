import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * PostgreSQL writes a changed row next to the old one where its page has room, and then changes no index. Rows that
 * each batch changes get that room: without it these tables grew to more than twice the size.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const { rows: months } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'stored_hours'::regclass`.execute(
    db,
  )
  for (const name of ['counter_days', 'counter_latest', 'smib_feeds', ...months.map(month => month.name)])
    await sql`alter table ${sql.table(name)} set (fillfactor = 70)`.execute(db)
}
