import { sql, type Kysely } from 'kysely'

/**
 * Display channels: what is shown in a location, and the displays that show it, each with the hash of its own address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const entity = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('tenant_id', 'text', column => column.notNull())
      .addColumn('location_id', 'text', column => column.notNull())
      .addColumn('search', 'text', column => column.notNull())
      .addColumn('version', 'bigint', column => column.notNull())
      .addColumn('archived_at', 'bigint')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
  await entity('display_channels')
    .addColumn('theme', 'text', column => column.notNull())
    .addColumn('resolution', 'text', column => column.notNull())
    .addColumn('language', 'text', column => column.notNull())
    .addColumn('levels', 'text', column => column.notNull())
    .execute()
  await entity('displays')
    .addColumn('channel_id', 'text', column => column.notNull())
    .addColumn('place', 'text')
    .addColumn('token_hash', 'text', column => column.notNull())
    .addColumn('starts_with', 'text', column => column.notNull())
    .addColumn('rotated_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_seen_at', 'bigint')
    .execute()
  await sql`create unique index display_channels_named on display_channels (tenant_id, name)`.execute(db)
  await sql`create unique index displays_opened on displays (token_hash)`.execute(db)
  await sql`create index displays_of on displays (channel_id)`.execute(db)
}
