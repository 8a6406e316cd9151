import { sql, type Kysely } from 'kysely'

/** A passkey alone is a second factor: whether an app's codes are part of it is known by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('second_factors').addColumn('app_at', 'bigint').execute()
  // Until now there was none without an app.
  await sql`update second_factors set app_at = confirmed_at`.execute(db)
}
