import type { Kysely } from 'kysely'

/** Who was found inside after an exclusion had begun: told once for a person, a location and a gaming day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('inside_alerts')
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('player_id', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('gaming_day', 'text', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('let_in_at', 'bigint', column => column.notNull())
    .addColumn('since', 'bigint', column => column.notNull())
    .addColumn('found_at', 'bigint', column => column.notNull())
    .addColumn('found_by', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('inside_alerts_pk', ['player_id', 'location_id', 'gaming_day'])
    .execute()
  // When somebody was last let in, and all scans of a person.
  await db.schema
    .createIndex('player_scans_by_player')
    .on('player_scans')
    .columns(['player_id', 'created_at'])
    .execute()
}
