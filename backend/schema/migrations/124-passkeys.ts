import type { Kysely } from 'kysely'

/** Passkeys that stand beside the codes of an app, and what a browser has been asked to sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('user_id', 'text', column => column.notNull().references('users.id'))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('credential_id', 'text', column => column.notNull().unique())
    .addColumn('public_key', 'text', column => column.notNull())
    .addColumn('counter', 'bigint', column => column.notNull())
    .addColumn('transports', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute()
  await db.schema
    .createTable('passkey_challenges')
    .addColumn('hash', 'text', column => column.primaryKey())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('purpose', 'text', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('passkey_challenges_by_age')
    .on('passkey_challenges')
    .column('expires_at')
    .execute()
}
