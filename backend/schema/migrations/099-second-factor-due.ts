import { sql, type Kysely } from 'kysely'

/** A sign-in that may do nothing but set a second factor up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('token_families').addColumn('factor_due', 'bigint').execute()
  await sql`create index token_families_of_user on token_families (user_id) where ended_at is null`.execute(
    db,
  )
}
