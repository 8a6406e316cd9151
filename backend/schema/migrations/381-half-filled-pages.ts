import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** Two versions of a feed's row are written by each batch, one when it is taken and one when it is moved on. */
const FILLED: Readonly<Record<string, number>> = { counter_days: 45, counter_latest: 45, smib_feeds: 30 }
const HOURS = 45

/**
 * A batch changes all rows of a page at once, since those of a slot or a hall stand together: a page has to have room
 * for all of them twice. With less of it (migration 295) a fifth of the changed rows went to other pages and into all
 * indexes, and the tables grew larger than they are with this room. Pages that are full by now get it when they are
 * used again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const { rows: months } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'stored_hours'::regclass`.execute(
    db,
  )
  const filled = { ...FILLED, ...Object.fromEntries(months.map(({ name }) => [name, HOURS])) }
  for (const [name, percent] of Object.entries(filled))
    await sql`alter table ${sql.table(name)} set (fillfactor = ${sql.lit(percent)})`.execute(db)
}
