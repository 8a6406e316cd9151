import { sql, type Kysely } from 'kysely'

/** An app's key waits here until a first code of it was typed: a second factor may stand without an app, by passkeys alone (`sealed` is then empty). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('second_factors').addColumn('pending', 'text').execute()
  // Whoever was between the two steps of setting one up begins again.
  await sql`update second_factors set sealed = '' where confirmed_at is null`.execute(db)
}
