import type { Kysely } from 'kysely'

/** A slot's status before its turn, stored with it: what a bulk lock really replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bulk_items').addColumn('was', 'text').execute()
}
