import type { Kysely } from 'kysely'

/**
 * Whether the message of the highest number has an event number: what is missing after one that has none is no gap. Of
 * older ones it is taken to be so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['smib_feeds', 'sequence_runs'])
    await db.schema
      .alterTable(table)
      .addColumn('max_numbered', 'bigint', column => column.notNull().defaultTo(1))
      .execute()
}
