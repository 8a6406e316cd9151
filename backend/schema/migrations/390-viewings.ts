import { sql, type Kysely } from 'kysely'

/** Who looked at pages as another user, and which sign-in does so now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let viewings = db.schema.createTable('user_viewings').addColumn('id', 'text', column => column.primaryKey())
  for (const name of [
    'tenant_id',
    'user_id',
    'viewer_id',
    'viewer_tenant_id',
    'viewer_name',
    'family_id',
    'reason',
  ])
    viewings = viewings.addColumn(name, 'text', column => column.notNull())
  for (const name of ['started_at', 'until'])
    viewings = viewings.addColumn(name, 'bigint', column => column.notNull())
  await viewings.addColumn('ended_at', 'bigint').addColumn('ip', 'text').execute()
  await sql`create index user_viewings_by_user on user_viewings (user_id, started_at)`.execute(db)
  await sql`create index user_viewings_open on user_viewings (viewer_id) where ended_at is null`.execute(db)
  await db.schema.alterTable('token_families').addColumn('viewing_id', 'text').execute()
}
