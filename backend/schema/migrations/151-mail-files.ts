import { sql, type Kysely } from 'kysely'

/** Files of e-mails that stay in the outbox for want of a mail server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_files')
    .addColumn('mail_id', 'text', column => column.notNull())
    .addColumn('nr', 'bigint', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('type', 'text', column => column.notNull())
    .addColumn('content', 'text', column => column.notNull())
    .addColumn('size', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('mail_files_once', ['mail_id', 'nr'])
    .execute()
  await sql`create index mail_files_old on mail_files (created_at, mail_id)`.execute(db)
}
