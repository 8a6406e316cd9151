import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('checkpoints').addColumn('id', 'text', column => column.primaryKey())
  for (const name of [
    'slot_id',
    'smib_id',
    'location_id',
    'tenant_id',
    'kind',
    'gaming_day',
    'meters',
    'currency',
  ])
    table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['reason', 'made_by']) table = table.addColumn(name, 'text')
  for (const name of [
    'server_time',
    'server_nano',
    'message_seq_nr',
    'run',
    'received_at',
    'reading_time',
    'denomination_minor',
  ])
    table = table.addColumn(name, 'bigint', column => column.notNull())
  await table.execute()
  for (const column of ['slot_id', 'smib_id', 'location_id'])
    await db.schema
      .createIndex(`checkpoints_by_${column}_server_time`)
      .on('checkpoints')
      .columns([column, 'server_time'])
      .execute()
  // Two backends that close the same day: one of them finds it closed.
  await db.schema
    .createTable('checkpoint_days')
    .addColumn('location_id', 'text', column => column.primaryKey())
    .addColumn('gaming_day', 'text', column => column.notNull())
    .execute()
}
