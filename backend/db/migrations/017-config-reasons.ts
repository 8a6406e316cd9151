import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['config_sets', 'config_versions']) await db.schema.alterTable(table).addColumn('reason', 'text').execute()
}
