import type { Kysely } from 'kysely'

/**
 * What a change of many rows has to remember so that it can be taken back, row by row; and when an import lost what it
 * remembered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('many_jobs').addColumn('origin_id', 'text').execute()
  await db.schema.createIndex('many_jobs_by_origin').on('many_jobs').columns(['origin_id']).execute()
  for (const name of ['was', 'wanted'])
    await db.schema.alterTable('many_items').addColumn(name, 'text').execute()
  for (const name of ['from_version', 'left_version'])
    await db.schema.alterTable('many_items').addColumn(name, 'bigint').execute()
  await db.schema.alterTable('imports').addColumn('rows_removed_at', 'bigint').execute()
}
