import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** By which column, as it was called when this landed; epoch milliseconds. */
const tables: Record<string, string> = {
  stored_readings: 'server_time',
  stored_messages: 'server_time',
  stored_hours: 'hour_start',
}

/**
 * PostgreSQL keeps raw rows and hours in months: what is old and empty is dropped as a whole, and what is asked for of
 * a month looks at nothing else. No row moves: the table as it was becomes the part before the month after the newest
 * row, and the months behind it are made by the watch (`rawdata/months-watch.service.ts`). The embedded database has no
 * such thing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { rows: views } = await sql<{ name: string; definition: string }>`
    select viewname as name, definition from pg_views where schemaname = current_schema()
      and viewname in ('counter_readings', 'messages', 'counter_hours')`.execute(db)
  for (const { name } of views) await run(`drop view ${name}`)
  for (const [table, column] of Object.entries(tables)) {
    const before = `${table}_before`
    const { rows: indexes } = await sql<{ name: string; definition: string; primary: boolean; key: string }>`
      select c.relname as name, pg_get_indexdef(c.oid) as definition, i.indisprimary as primary,
        (select string_agg(quote_ident(a.attname), ', ' order by k.place)
          from unnest(i.indkey::smallint[]) with ordinality k(nr, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.nr) as key
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = ${table}::regclass`.execute(
      db,
    )
    const { rows: ends } = await sql<{ end: string }>`
      select (extract(epoch from (date_trunc('month', greatest(to_timestamp(coalesce(max(${sql.ref(column)}), 0) / 1000.0), now()) at time zone 'UTC')
        + interval '1 month') at time zone 'UTC') * 1000)::bigint::text as end from ${sql.table(table)}`.execute(
      db,
    )
    await run(`alter table ${table} rename to ${before}`)
    for (const { name } of indexes) await run(`alter index ${name} rename to ${name}_before`)
    await run(`create table ${table} (like ${before} including defaults) partition by range (${column})`)
    // Of what comes from the future, or after a time in which no month was made.
    await run(`create table ${table}_other partition of ${table} default`)
    await run(
      `alter table ${table} attach partition ${before} for values from (minvalue) to (${ends[0]?.end ?? 0})`,
    )
    // What the part from before has already is taken, not made anew.
    for (const { name, definition, primary, key } of indexes)
      await run(primary ? `alter table ${table} add constraint ${name} primary key (${key})` : definition)
  }
  for (const { name, definition } of views) await run(`create view ${name} as ${definition}`)
}
