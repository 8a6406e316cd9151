import type { Kysely } from 'kysely'

/** What ingestion refused of a SMIB: the newest of each, so that somebody can look at what it sends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refused_messages')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('smib_id', 'text', column => column.notNull().references('smibs.id').onDelete('cascade'))
    .addColumn('digest', 'text', column => column.notNull())
    .addColumn('code', 'text', column => column.notNull())
    .addColumn('message_seq_nr', 'bigint')
    .addColumn('body', 'text', column => column.notNull())
    .addColumn('first_at', 'bigint', column => column.notNull())
    .addColumn('last_at', 'bigint', column => column.notNull())
    .addColumn('times', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('refused_messages_key', ['tenant_id', 'smib_id', 'digest'])
    .execute()
}
