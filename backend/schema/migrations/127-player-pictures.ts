import type { Kysely } from 'kysely'

/** Photos of excluded people and of their documents, sealed: a document's shows its number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('player_pictures')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('player_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('mark', 'text', column => column.notNull())
    .addColumn('sealed', 'text', column => column.notNull())
    .addColumn('added_at', 'bigint', column => column.notNull())
    .addColumn('added_by', 'text', column => column.notNull())
    .addUniqueConstraint('player_pictures_once', ['player_id', 'kind', 'mark'])
    .execute()
}
