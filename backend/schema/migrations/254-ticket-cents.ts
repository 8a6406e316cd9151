import { sql, type Kysely } from 'kysely'

/**
 * From here on the cents meters of tickets lead. What a game has told up to now was booked by credits alone, and is
 * judged so whenever it is judged again: otherwise remainders would be taken back that were never booked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('counter_latest')
    .addColumn('cents_after', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await sql`update counter_latest set cents_after = server_time`.execute(db)
}
