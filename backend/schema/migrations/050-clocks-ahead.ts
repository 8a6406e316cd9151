import { sql, type Kysely } from 'kysely'

/**
 * A SMIB whose clock runs ahead is booked at another time than it said: what it said is kept beside it, so that the
 * message is recognised when it is sent again and booked alike when sums are computed anew. Null where both are the
 * same, so that its index holds only the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('own_time', 'bigint').execute()
  await sql`create index messages_own_time on messages (smib_id, own_time, message_seq_nr) where own_time is not null`.execute(
    db,
  )
  await db.schema
    .alterTable('smibs')
    .addColumn('clock_offset', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
}
