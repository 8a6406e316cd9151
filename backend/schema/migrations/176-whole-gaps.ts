import { sql, type Kysely } from 'kysely'

/**
 * Late messages shorten a gap one by one, so its last row tells of one message. Which numbers were missing is kept
 * beside what still is; null: as it stands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view sequence_gaps`.execute(db)
  await db.schema.alterTable('sequence_breaks').addColumn('first_seq', 'bigint').execute()
  await db.schema.alterTable('sequence_breaks').addColumn('last_seq', 'bigint').execute()
  await sql`create view sequence_gaps as
    select id, smib_id, slot_id, tenant_id, location_id, run, from_seq, to_seq as message_seq_nr, at as server_time,
      0 as server_nano, created_at as received_at, closed_at, first_seq, last_seq from sequence_breaks where kind = 'gap'`.execute(
    db,
  )
}
