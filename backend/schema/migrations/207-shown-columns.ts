import type { Kysely } from 'kysely'

/** Two columns may be made of one field, and one of several: which of them a file shows is kept beside its fields. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('data_exports').addColumn('shown', 'text').execute()
}
