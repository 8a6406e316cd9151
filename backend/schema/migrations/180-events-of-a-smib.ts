import { sql, type Kysely } from 'kysely'

/**
 * A SMIB's and a slot's events are counted, and found by their code, in the index alone: among tens of thousands each
 * row that is not meant was fetched for its tenant and its code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['smib_id', 'slot_id']) {
    // The old one goes last: a migration that is stopped between them leaves one.
    await sql
      .raw(
        `create index if not exists events_of_${column} on events (${column}, server_time, code, tenant_id)`,
      )
      .execute(db)
    await sql.raw(`drop index if exists events_by_${column}_server_time`).execute(db)
  }
  // Events of the message after a gap.
  await sql`create index if not exists events_of_message on events (smib_id, message_seq_nr)`.execute(db)
}
