import { sql, type Kysely } from 'kysely'

/** What people correct or leave out of one message: an event, a game's reading, a value of its slot data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('message_edits')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('slot_id', 'text', column => column.notNull())
    .addColumn('smib_id', 'text', column => column.notNull())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('bucket', 'text', column => column.notNull())
    .addColumn('does', 'text', column => column.notNull())
    .addColumn('run', 'bigint', column => column.notNull())
    .addColumn('message_seq_nr', 'bigint', column => column.notNull())
    .addColumn('message_at', 'bigint', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('nano', 'bigint', column => column.notNull())
    .addColumn('item', 'text', column => column.notNull())
    .addColumn('gaming_day', 'text', column => column.notNull())
    .addColumn('before', 'text', column => column.notNull())
    .addColumn('after', 'text', column => column.notNull())
    .addColumn('kept', 'text', column => column.notNull())
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('edited_by', 'text', column => column.notNull())
    .addColumn('moved_minor', 'bigint', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('effect', 'text', column => column.notNull())
    .addColumn('taken_back_by', 'text')
    .addColumn('taken_back_at', 'bigint')
    .addColumn('taken_back_reason', 'text')
    .execute()
  await sql`create index message_edits_of_tenant on message_edits (tenant_id, id)`.execute(db)
  await sql`create index message_edits_of_slot on message_edits (slot_id, at)`.execute(db)
  // One part of a message is edited once.
  await sql`create unique index message_edits_once on message_edits (smib_id, message_at, message_seq_nr, bucket, item) where state = 'holds'`.execute(
    db,
  )
}
