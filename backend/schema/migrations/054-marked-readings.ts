import { sql, type Kysely } from 'kysely'

/**
 * Virtual counters ask for the few readings of a slot at which something was noticed: not among all that it ever sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index counter_readings_marked on counter_readings (slot_id, game_nr, server_time) where repairs is not null`.execute(
    db,
  )
}
