import type { Kysely } from 'kysely'

/** Whether strangers may ask a tenant for an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tenants')
    .addColumn('allows_registration', 'integer', column => column.notNull().defaultTo(0))
    .execute()
}
