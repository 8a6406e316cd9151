import { sql, type Kysely } from 'kysely'

/** A point's commitment is looked up by anybody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index jackpot_levels_by_point on jackpot_levels (point_hash)`.execute(db)
  await sql`create index jackpot_wins_by_point on jackpot_wins (point_hash)`.execute(db)
}
