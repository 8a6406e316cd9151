import { sql, type Kysely } from 'kysely'

/** Opening a sealed day again closed the next one, too, though it was not over: those are worked out anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into days_to_refresh (location_id, day)
    select distinct location_id, day from location_days where coalesce(refreshed_at, closed_at) < ends_at
    on conflict (location_id, day) do nothing`.execute(db)
}
