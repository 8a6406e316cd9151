import { sql, type Kysely } from 'kysely'

/**
 * Few rows come late, and they are asked for by that alone: without an index of their own a month of others would be
 * read for each page of them.
 * Five minutes, as `LATE_MS` stood when this landed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['messages', 'events'])
    await sql`create index ${sql.ref(`${table}_late`)} on ${sql.table(table)} (location_id, server_time)
      where received_at - server_time > 300000`.execute(db)
}
