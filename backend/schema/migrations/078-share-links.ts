import type { CreateTableBuilder, Kysely } from 'kysely'

/** Links that show one revision of one document to somebody without an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema
    .createTable('share_links')
    .addColumn('id', 'text', column => column.primaryKey())
  const texts = ['tenant_id', 'location_id', 'search', 'name', 'kind', 'target', 'document', 'period']
  for (const name of [...texts, 'token_hash', 'starts_with', 'created_by'])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['version', 'created_at', 'updated_at', 'revision', 'expires_at', 'opened'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['archived_at', 'revoked_at', 'last_opened_at']) table = table.addColumn(name, 'bigint')
  await table
    .addColumn('last_opened_address', 'text')
    .addUniqueConstraint('share_links_token', ['token_hash'])
    .execute()
  await db.schema
    .createIndex('share_links_of_tenant')
    .on('share_links')
    .columns(['tenant_id', 'id'])
    .execute()
}
