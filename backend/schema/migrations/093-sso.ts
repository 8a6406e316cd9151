import type { Kysely } from 'kysely'

/**
 * Sign-in by the house's identity provider: who is who there, flows that were answered, and which sign-ins came from
 * there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sso_identities')
    .addColumn('issuer', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('user_id', 'text', column => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('sso_identities_pk', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('sso_identities_by_user').on('sso_identities').columns(['user_id']).execute()
  await db.schema
    .createTable('sso_answered')
    .addColumn('state_hash', 'text', column => column.primaryKey())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.alterTable('token_families').addColumn('by_sso', 'bigint').execute()
}
