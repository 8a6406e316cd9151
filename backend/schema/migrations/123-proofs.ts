import type { Kysely } from 'kysely'

/** When somebody last showed their second factor in a sign-in: what moves money may ask for it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('token_families').addColumn('proven_at', 'bigint').execute()
}
