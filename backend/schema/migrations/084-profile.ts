import type { Kysely } from 'kysely'

/** Codes that show that an e-mail address is somebody's, and what a sign-in came with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('email_codes')
    .addColumn('user_id', 'text', column => column.primaryKey().references('users.id'))
    .addColumn('address', 'text', column => column.notNull())
    .addColumn('code_hash', 'text')
    .addColumn('asked_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('attempts', 'bigint', column => column.notNull())
    .execute()
  await schema.alterTable('token_families').addColumn('user_agent', 'text').execute()
}
