/**
 * Heads of audit chains are sealed with the installation's secret, and one sealed row says which chains there are. And
 * a row for health checks to write.
 */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Entries up to `plain_seq` were hashed without a key, those up to `adopted_seq` with none or another.
  for (const name of ['plain_seq', 'adopted_seq'])
    await db.schema
      .alterTable('audit_heads')
      .addColumn(name, 'bigint', column => column.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('audit_heads').addColumn('written_over_at', 'bigint').execute()
  await db.schema.alterTable('audit_heads').addColumn('seal', 'text').execute()

  await db.schema
    .createTable('audit_registry')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('adopted_at', 'bigint', column => column.notNull())
    .addColumn('adopted_why', 'text', column => column.notNull())
    .addColumn('chains', 'text', column => column.notNull())
    .addColumn('key_name', 'text', column => column.notNull())
    .addColumn('seal', 'text', column => column.notNull())
    .execute()

  await db.schema
    .createTable('health_checks')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('room', 'text', column => column.notNull())
    .execute()
}
