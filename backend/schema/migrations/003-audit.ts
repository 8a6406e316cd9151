import { PostgresAdapter, sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  let log = db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('seq', 'bigint', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
  for (const name of [
    'tenant_id',
    'actor_kind',
    'actor_id',
    'actor_name',
    'entity',
    'entity_id',
    'action',
    'prev_hash',
    'hash',
    'search',
  ]) {
    log = log.addColumn(name, 'text', column => column.notNull())
  }
  for (const name of ['ip', 'request_id', 'before_json', 'after_json']) log = log.addColumn(name, 'text')
  await log.execute()

  await db.schema
    .createTable('audit_heads')
    .addColumn('tenant_id', 'text', column => column.primaryKey())
    .addColumn('seq', 'bigint', column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .execute()

  await db.schema
    .createIndex('audit_log_unique_tenant_id_seq')
    .unique()
    .on('audit_log')
    .columns(['tenant_id', 'seq'])
    .execute()
  for (const columns of [
    ['at', 'seq'],
    ['tenant_id', 'at', 'seq'],
    ['entity_id', 'at', 'seq'],
    ['actor_id', 'at', 'seq'],
  ]) {
    await db.schema
      .createIndex(`audit_log_by_${columns.join('_')}`)
      .on('audit_log')
      .columns(columns)
      .execute()
  }
  await refuseChanges(db)
}

/** Append-only also for whoever works on the database by hand. */
async function refuseChanges(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create function audit_log_refuse() returns trigger language plpgsql as $$ begin raise exception 'audit_log is append-only'; end $$`.execute(
      db,
    )
    await sql`create trigger audit_log_append_only before update or delete or truncate on audit_log for each statement execute function audit_log_refuse()`.execute(
      db,
    )
    return
  }
  await sql`create trigger audit_log_no_update before update on audit_log begin select raise(abort, 'audit_log is append-only'); end`.execute(
    db,
  )
  await sql`create trigger audit_log_no_delete before delete on audit_log begin select raise(abort, 'audit_log is append-only'); end`.execute(
    db,
  )
}
