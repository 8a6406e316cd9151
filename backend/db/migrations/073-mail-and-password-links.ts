import { sql, type Kysely } from 'kysely'

/** E-mail that waits to be sent, and links that let somebody set a password once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('mails')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('address', 'text', column => column.notNull())
    .addColumn('language', 'text', column => column.notNull())
    .addColumn('data', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('attempts', 'bigint', column => column.notNull())
    .addColumn('next_at', 'bigint', column => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('sealed', 'text')
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('sent_at', 'bigint')
    .execute()
  await schema.createIndex('mails_by_state').on('mails').columns(['state', 'next_at']).execute()
  await schema.createIndex('mails_by_address').on('mails').columns(['address', 'created_at']).execute()
  await schema.createIndex('mails_by_user').on('mails').columns(['user_id', 'created_at']).execute()
  await schema.createIndex('mails_by_created_at').on('mails').columns(['created_at', 'id']).execute()
  await schema
    .createTable('password_links')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('user_id', 'text', column => column.notNull().references('users.id'))
    .addColumn('purpose', 'text', column => column.notNull())
    .addColumn('asked_by', 'text', column => column.notNull())
    .addColumn('token_hash', 'text', column => column.notNull())
    .addColumn('address', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_reason', 'text')
    .execute()
  await schema
    .createIndex('password_links_unique_token_hash')
    .unique()
    .on('password_links')
    .column('token_hash')
    .execute()
  await schema.createIndex('password_links_by_user').on('password_links').column('user_id').execute()
  await schema.createIndex('password_links_by_expires_at').on('password_links').column('expires_at').execute()
  await schema
    .alterTable('users')
    .addColumn('password_unset', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('users_by_email')
    .on('users')
    .expression(sql`lower(email)`)
    .execute()
}
