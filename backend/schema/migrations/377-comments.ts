import { sql, type Kysely } from 'kysely'

/** What people say about records, its photos, and who is notified of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let comments = db.schema.createTable('comments').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'about', 'record_id', 'slot_id', 'text', 'author_id', 'written_by'])
    comments = comments.addColumn(name, 'text', column => column.notNull())
  for (const name of ['version', 'created_at'])
    comments = comments.addColumn(name, 'bigint', column => column.notNull())
  for (const name of ['edited_at', 'removed_at']) comments = comments.addColumn(name, 'bigint')
  await comments.execute()
  await sql`create index comments_by_record on comments (record_id, id)`.execute(db)
  await sql`create index comments_by_slot on comments (slot_id, created_at)`.execute(db)

  let photos = db.schema.createTable('comment_photos').addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['tenant_id', 'comment_id', 'slot_id', 'mark', 'small', 'whole'])
    photos = photos.addColumn(name, 'text', column => column.notNull())
  await photos.addColumn('added_at', 'bigint', column => column.notNull()).execute()
  await sql`create unique index comment_photos_once on comment_photos (comment_id, mark)`.execute(db)

  // A notification of one person's own, and the record by which they may see it.
  for (const name of ['to_user_id', 'about_kind', 'about_id'])
    await db.schema.alterTable('notifications').addColumn(name, 'text').execute()
}
