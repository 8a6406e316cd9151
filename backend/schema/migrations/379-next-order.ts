import type { Kysely } from 'kysely'

/** Which order was made when a regular one was done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('work_orders').addColumn('next_order_id', 'text').execute()
}
