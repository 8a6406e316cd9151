import type { Kysely } from 'kysely'

/**
 * MAC addresses that a token told of and that are none of its SMIBs: the newest of each, so that somebody can register
 * what is missing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unknown_smibs')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('token_id', 'text', column => column.notNull().references('api_tokens.id').onDelete('cascade'))
    .addColumn('mac', 'text', column => column.notNull())
    .addColumn('first_at', 'bigint', column => column.notNull())
    .addColumn('last_at', 'bigint', column => column.notNull())
    .addColumn('times', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('unknown_smibs_key', ['tenant_id', 'token_id', 'mac'])
    .execute()
}
