import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * PostgreSQL keeps the totals of slots and SMIBs, too (migration 020): counting half a million takes longer than a page
 * of them. Nobody waits for anybody: each writer adds a row with what it changed, and some of them are added up where
 * there are many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const run = (text: string) => sql.raw(text).execute(db)
  await run(
    'create table present_totals (table_name text not null, tenant_id text not null, total bigint not null)',
  )
  await run('create index present_totals_of on present_totals (table_name, tenant_id)')
  // Rows that another writer is adding up are left to it.
  await run(`create function add_up_totals() returns trigger language plpgsql as $$ begin
    if (select count(*) from (select 1 from present_totals limit 200) as first) = 200 then
      with gone as (delete from present_totals where ctid = any (array(select ctid from present_totals for update skip locked)) returning *)
      insert into present_totals (table_name, tenant_id, total)
        select table_name, tenant_id, sum(total) from gone group by table_name, tenant_id;
    end if;
    return null; end $$`)
  for (const table of ['slots', 'smibs']) {
    const count = (rows: string, sign: string) =>
      `insert into present_totals (table_name, tenant_id, total)
        select '${table}', tenant_id, ${sign}count(*) from ${rows} where archived_at is null group by tenant_id`
    const body = (statements: string) =>
      `returns trigger language plpgsql as $$ begin ${statements}; return null; end $$`
    await run(`create function ${table}_came() ${body(count('changed', ''))}`)
    await run(`create function ${table}_went() ${body(count('changed', '-'))}`)
    await run(
      `create function ${table}_moved() ${body(`insert into present_totals (table_name, tenant_id, total)
      select '${table}', c.tenant_id, c.n from (values (old.tenant_id, old.archived_at, -1), (new.tenant_id, new.archived_at, 1)) as c (tenant_id, archived_at, n)
      where c.archived_at is null`)}`,
    )
    const trigger = (name: string, when: string, rest: string) =>
      run(`create trigger ${table}_total_${name} after ${when} on ${table} ${rest}`)
    await trigger(
      'came',
      'insert',
      `referencing new table as changed for each statement execute function ${table}_came()`,
    )
    await trigger(
      'went',
      'delete',
      `referencing old table as changed for each statement execute function ${table}_went()`,
    )
    await trigger(
      'moved',
      'update of archived_at, tenant_id',
      `for each row when (old.tenant_id is distinct from new.tenant_id or (old.archived_at is null) is distinct from (new.archived_at is null))
        execute function ${table}_moved()`,
    )
    await trigger(
      'sum',
      'insert or delete or update of archived_at, tenant_id',
      'for each statement execute function add_up_totals()',
    )
    // Only now: another backend that writes meanwhile waits from here on.
    await run(count(table, ''))
  }
}
