import type { Kysely } from 'kysely'

/** In which currencies the amounts of each column are: a file names the one that they share in its header, which is written before the first row is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('data_exports').addColumn('units', 'text').execute()
}
