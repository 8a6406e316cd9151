import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tasks')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('input', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('progress', 'bigint', column => column.notNull())
    .addColumn('progress_note', 'text')
    .addColumn('attempts', 'bigint', column => column.notNull())
    .addColumn('max_attempts', 'bigint', column => column.notNull())
    .addColumn('run_after', 'bigint', column => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('cancel_requested', 'integer', column => column.notNull())
    .addColumn('checkpoint', 'text')
    .addColumn('result', 'text')
    .addColumn('error', 'text')
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  // The runner's look for work, and both lists of a tenant.
  await db.schema.createIndex('tasks_by_state').on('tasks').columns(['state', 'run_after']).execute()
  await db.schema.createIndex('tasks_by_tenant').on('tasks').columns(['tenant_id', 'created_at']).execute()

  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('owner', 'text', column => column.notNull())
    .addColumn('until', 'bigint', column => column.notNull())
    .execute()

  // Present only where the demo network was made: one row, so that nothing simulated ever touches a real network.
  await db.schema
    .createTable('demo_network')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('seed', 'text', column => column.notNull())
    .addColumn('made_at', 'bigint', column => column.notNull())
    .execute()
}
