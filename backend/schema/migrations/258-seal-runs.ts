import type { Kysely } from 'kysely'

/**
 * The last run that seals days of a location's month, so that the month's desk shows it and no second one starts
 * meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('seal_runs')
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('month', 'text', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('task_id', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('seal_runs_pk', ['location_id', 'month'])
    .execute()
}
