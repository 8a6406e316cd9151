import type { Kysely } from 'kysely'

/** How the letters of an imported file can be read, where that is not plain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('readings', 'text', column => column.notNull().defaultTo('[]'))
    .execute()
}
