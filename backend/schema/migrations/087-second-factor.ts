import type { Kysely } from 'kysely'

/** A second factor of somebody's: time-based codes, and codes for the day that the device is lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'text', column => column.primaryKey().references('users.id'))
    .addColumn('sealed', 'text', column => column.notNull())
    .addColumn('recovery', 'text', column => column.notNull())
    .addColumn('last_step', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute()
}
