import { sql, type Kysely } from 'kysely'

/** Messages that somebody ignores, and their readings, which judgement passes by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ignored_messages')
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
    .addColumn('run', 'bigint', column => column.notNull())
    .addColumn('message_seq_nr', 'bigint', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('nano', 'bigint', column => column.notNull())
    .addColumn('readings', 'bigint', column => column.notNull())
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('ignored_by', 'text', column => column.notNull())
    .addColumn('moved_minor', 'bigint', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('effect', 'text', column => column.notNull())
    .addColumn('restored_by', 'text')
    .addColumn('restored_at', 'bigint')
    .addColumn('restored_reason', 'text')
    .execute()
  await sql`create index ignored_messages_of_tenant on ignored_messages (tenant_id, id)`.execute(db)
  await sql`create index ignored_messages_of_slot on ignored_messages (slot_id, at)`.execute(db)
  // One message is ignored once.
  await sql`create unique index ignored_messages_once on ignored_messages (smib_id, at, message_seq_nr) where state = 'ignored'`.execute(
    db,
  )
  await db.schema
    .createTable('omitted_readings')
    .addColumn('slot_id', 'text', column => column.notNull())
    .addColumn('game_nr', 'bigint', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('nano', 'bigint', column => column.notNull())
    .addColumn('seq', 'bigint', column => column.notNull())
    .addColumn('smib_id', 'text', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('edit_id', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('omitted_readings_pk', ['slot_id', 'game_nr', 'at', 'nano', 'seq', 'smib_id'])
    .execute()
  await sql`create index omitted_readings_of_edit on omitted_readings (edit_id)`.execute(db)
}
