import { PostgresAdapter, sql, type Kysely } from 'kysely'

/**
 * How many slots and SMIBs each tenant has that are not archived, kept by the embedded database itself: counting one
 * tenant's 45,000 takes longer than reading a page of them (`count.ts`). PostgreSQL counts: there many write at once,
 * and all of a tenant's would wait for one row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await db.schema
    .createTable('present_totals')
    .addColumn('table_name', 'text', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('total', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('present_totals_key', ['table_name', 'tenant_id'])
    .execute()
  for (const table of ['slots', 'smibs']) {
    const [name, text] = [sql.table(table), sql.lit(table)]
    const trigger = (when: string) => sql.ref(`${table}_total_${when}`)
    const more = sql`insert into present_totals (table_name, tenant_id, total) values (${text}, new.tenant_id, 1) on conflict (table_name, tenant_id) do update set total = total + 1;`
    const less = sql`update present_totals set total = total - 1 where table_name = ${text} and tenant_id = old.tenant_id;`
    await sql`insert into present_totals (table_name, tenant_id, total) select ${text}, tenant_id, count(*) from ${name} where archived_at is null group by tenant_id`.execute(
      db,
    )
    await sql`create trigger ${trigger('insert')} after insert on ${name} when new.archived_at is null begin ${more} end`.execute(
      db,
    )
    await sql`create trigger ${trigger('delete')} after delete on ${name} when old.archived_at is null begin ${less} end`.execute(
      db,
    )
    const [was, is] = [sql`old.archived_at is null`, sql`new.archived_at is null`]
    const moved = sql`old.tenant_id is not new.tenant_id`
    await sql`create trigger ${trigger('leave')} after update of archived_at, tenant_id on ${name} when ${was} and (not ${is} or ${moved}) begin ${less} end`.execute(
      db,
    )
    await sql`create trigger ${trigger('enter')} after update of archived_at, tenant_id on ${name} when ${is} and (not ${was} or ${moved}) begin ${more} end`.execute(
      db,
    )
  }
}
