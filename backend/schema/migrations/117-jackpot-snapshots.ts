import { sql, type Kysely } from 'kysely'

/**
 * What each level stood at when a location's day was closed, and all that had been contributed to it by the day's end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('jackpot_snapshots')
    .addColumn('id', 'text', column => column.primaryKey())
  for (const name of [
    'tenant_id',
    'search',
    'location_id',
    'jackpot_id',
    'level_id',
    'currency',
    'gaming_day',
    'day_before',
    'state',
  ])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of [
    'version',
    'created_at',
    'updated_at',
    'revision',
    'ends_at',
    'run',
    'value_minor',
    'kept_minor',
    'visible',
    'hidden',
    'added_visible',
    'added_hidden',
    'wins',
    'won_minor',
    'is_whole',
  ])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  await table.addColumn('archived_at', 'bigint').execute()
  await sql`create unique index jackpot_snapshots_of on jackpot_snapshots (level_id, location_id, gaming_day)`.execute(
    db,
  )
  await sql`create index jackpot_snapshots_listed on jackpot_snapshots (tenant_id, ends_at, id)`.execute(db)
}
