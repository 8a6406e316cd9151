import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  let rules = db.schema
    .createTable('aggregation_rules')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('note', 'text')
    .addColumn('archived_at', 'bigint')
  for (const name of ['tenant_id', 'name', 'aggregated_by', 'granulation', 'measures', 'search'])
    rules = rules.addColumn(name, 'text', column => column.notNull())
  for (const name of ['created_at', 'updated_at'])
    rules = rules.addColumn(name, 'bigint', column => column.notNull())
  await rules.execute()
  // Two people who save the same name at once: one of them is refused.
  await db.schema
    .createIndex('aggregation_rules_unique_name')
    .unique()
    .on('aggregation_rules')
    .columns(['tenant_id', 'name'])
    .execute()
}
