import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('collector_checkpoints')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenants.id'))
    .addColumn('location_id', 'text', column => column.notNull().references('locations.id'))
    .addColumn('slot_id', 'text', column => column.notNull().references('slots.id'))
  for (const name of ['number', 'search', 'collected_by', 'currency', 'counted', 'state'])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['reason', 'bag', 'notes', 'unknown_because', 'closing_checkpoint_id'])
    table = table.addColumn(name, 'text')
  for (const name of ['seq', 'collected_at', 'counted_minor', 'tolerance_minor', 'created_at', 'updated_at'])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  for (const name of [
    'archived_at',
    'opening_at',
    'opening_credits',
    'closing_at',
    'closing_credits',
    'denomination_minor',
    'opening_minor',
    'closing_minor',
    'expected_minor',
    'difference_minor',
  ])
    table = table.addColumn(name, 'bigint')
  await table.execute()
  // Two people at one slot: the second collection is counted from the first one's closing, never from the same opening.
  await db.schema
    .createIndex('collector_checkpoints_unique_seq')
    .unique()
    .on('collector_checkpoints')
    .columns(['slot_id', 'seq'])
    .execute()
  for (const column of ['tenant_id', 'location_id'])
    await db.schema
      .createIndex(`collector_checkpoints_by_${column}`)
      .on('collector_checkpoints')
      .columns([column, 'collected_at', 'id'])
      .execute()
  await db.schema
    .createIndex('collector_checkpoints_by_time')
    .on('collector_checkpoints')
    .columns(['collected_at', 'id'])
    .execute()
}
