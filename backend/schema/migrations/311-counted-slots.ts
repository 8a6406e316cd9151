import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * PostgreSQL keeps the totals of slots and SMIBs, too (migration 020): counting half a million takes longer than a
 * page of them. Nobody waits for anybody: each writer adds a row with what it changed, and a tenant's are added up
 * where there are many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const run = (text: string) => sql.raw(text).execute(db)
  await run(
    `create table present_totals (table_name text not null, tenant_id text not null,
      nr bigint generated always as identity, total bigint not null, primary key (table_name, tenant_id, nr))`,
  )
  // Rows that another writer is adding up are left to it.
  await run(`create function add_up_totals(of_table text, of_tenant text) returns void language plpgsql as $$ begin
    if (select count(*) from (
      select 1 from present_totals where table_name = of_table and tenant_id = of_tenant limit 100) as first) = 100 then
      with gone as (
        delete from present_totals where table_name = of_table and tenant_id = of_tenant and nr = any (array(
          select nr from present_totals where table_name = of_table and tenant_id = of_tenant for update skip locked))
        returning total)
      insert into present_totals (table_name, tenant_id, total)
        select of_table, of_tenant, sum(total) from gone having count(*) > 0;
    end if; end $$`)
  for (const table of ['slots', 'smibs']) {
    const count = (rows: string, sign: string) =>
      `insert into present_totals (table_name, tenant_id, total)
        select '${table}', tenant_id, ${sign}count(*) from ${rows} where archived_at is null group by tenant_id`
    const body = (statements: string) =>
      `returns trigger language plpgsql as $$ begin ${statements}; return null; end $$`
    const addUp = `perform add_up_totals('${table}', tenant_id)
      from (select distinct tenant_id from changed) as tenants`
    await run(`create function ${table}_came() ${body(`${count('changed', '')}; ${addUp}`)}`)
    await run(`create function ${table}_went() ${body(`${count('changed', '-')}; ${addUp}`)}`)
    await run(
      `create function ${table}_moved() ${body(`insert into present_totals (table_name, tenant_id, total)
      select '${table}', c.tenant_id, c.n
      from (values (old.tenant_id, old.archived_at, -1), (new.tenant_id, new.archived_at, 1))
        as c (tenant_id, archived_at, n)
      where c.archived_at is null;
      perform add_up_totals('${table}', new.tenant_id)`)}`,
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
      `for each row when (old.tenant_id is distinct from new.tenant_id
          or (old.archived_at is null) is distinct from (new.archived_at is null))
        execute function ${table}_moved()`,
    )
    // Only now: another backend that writes meanwhile waits from here on.
    await run(count(table, ''))
  }
}
