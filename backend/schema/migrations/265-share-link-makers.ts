import type { Kysely } from 'kysely'

/** Who made a link: one of a list has no location by which whoever sees a part of the network would find it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('share_links')
    .addColumn('created_by_id', 'text', column => column.notNull().defaultTo(''))
    .execute()
}
