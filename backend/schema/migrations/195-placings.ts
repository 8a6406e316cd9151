import type { Kysely } from 'kysely'

/**
 * How often it was changed where a SMIB's past messages belong: a batch that was looked up before such a change is
 * looked up once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('smib_feeds')
    .addColumn('placings', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
}
