import { sql, type Kysely } from 'kysely'

/**
 * Raw rows of sealed days go into archives once they are old enough: Parquet files in pieces, beside what is still
 * needed of them: from where on a game can be judged, and the digests by which a message is known that is sent again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('raw_archives')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('day', 'text', column => column.notNull())
    .addColumn('stream', 'text', column => column.notNull())
    .addColumn('part', 'bigint', column => column.notNull())
    .addColumn('rows', 'bigint', column => column.notNull())
    .addColumn('bytes', 'bigint', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('from_at', 'bigint', column => column.notNull())
    .addColumn('to_at', 'bigint', column => column.notNull())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await sql`create index raw_archives_by_location on raw_archives (location_id, day, stream, part)`.execute(
    db,
  )
  await sql`create index raw_archives_by_tenant on raw_archives (tenant_id, day)`.execute(db)
  await db.schema
    .createTable('raw_archive_pieces')
    .addColumn('archive_id', 'text', column => column.notNull())
    .addColumn('nr', 'bigint', column => column.notNull())
    .addColumn('content', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('raw_archive_pieces_key', ['archive_id', 'nr'])
    .execute()
  await db.schema
    .createTable('raw_archive_days')
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('day', 'text', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('readings', 'bigint', column => column.notNull())
    .addColumn('messages', 'bigint', column => column.notNull())
    .addColumn('finished_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('raw_archive_days_key', ['location_id', 'day'])
    .execute()
  await db.schema
    .createTable('reading_floors')
    .addColumn('slot_id', 'text', column => column.notNull())
    .addColumn('game_nr', 'bigint', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('nano', 'bigint', column => column.notNull())
    .addColumn('seq', 'bigint', column => column.notNull())
    .addColumn('smib_id', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('reading_floors_key', ['slot_id', 'game_nr'])
    .execute()
  await db.schema
    .createTable('archived_digests')
    .addColumn('smib_id', 'text', column => column.notNull())
    .addColumn('to_at', 'bigint', column => column.notNull())
    .addColumn('archive_id', 'text', column => column.notNull())
    .addColumn('from_at', 'bigint', column => column.notNull())
    .addColumn('digests', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('archived_digests_key', ['smib_id', 'to_at', 'archive_id'])
    .execute()
}
