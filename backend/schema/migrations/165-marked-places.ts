import { sql, type Kysely } from 'kysely'

/** Readings by how their meters were judged, wherever they are: few of them are marked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index stored_readings_marked_places on stored_readings (location_nr, server_time) where repairs is not null`.execute(
    db,
  )
}
