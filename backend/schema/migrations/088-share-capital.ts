import type { Kysely } from 'kysely'

/** In the header of fiscal reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tenants').addColumn('share_capital', 'text').execute()
}
