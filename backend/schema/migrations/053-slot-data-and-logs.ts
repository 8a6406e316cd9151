import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', required: string[], optional: string[] = []): Table => {
  for (const name of required) table = table.addColumn(name, type, column => column.notNull())
  for (const name of optional) table = table.addColumn(name, type)
  return table
}

/**
 * What SMIBs tell of their slot and of themselves, and missing ranges as a stream. Slot data is listed by its arrival,
 * so that is its `server_time`; when the SMIB sent it stands beside. The view gives the breaks the names that every
 * stream's statements use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string): Table => db.schema.createTable(name)
  const index = (table: string, ...columns: string[]) =>
    db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute()

  let table = add(create('slot_data'), 'text', ['smib_id', 'tenant_id', 'location_id', 'data'], ['slot_id'])
  table = add(table, 'bigint', ['run', 'message_seq_nr', 'server_time', 'server_nano', 'sent_at'])
  await table
    .addPrimaryKeyConstraint('slot_data_pk', ['smib_id', 'server_time', 'message_seq_nr', 'run'])
    .execute()
  await index('slot_data', 'location_id', 'server_time')

  table = add(
    create('smib_logs'),
    'text',
    ['smib_id', 'tenant_id', 'location_id', 'level', 'text'],
    ['slot_id', 'source'],
  )
  table = add(table, 'bigint', [
    'run',
    'message_seq_nr',
    'line_nr',
    'server_time',
    'server_nano',
    'received_at',
  ])
  await table
    .addPrimaryKeyConstraint('smib_logs_pk', [
      'smib_id',
      'server_time',
      'server_nano',
      'message_seq_nr',
      'line_nr',
      'run',
    ])
    .execute()
  await index('smib_logs', 'location_id', 'server_time')

  await index('sequence_breaks', 'smib_id', 'at')
  await index('sequence_breaks', 'location_id', 'at')
  await sql`create view sequence_gaps as
    select id, smib_id, slot_id, tenant_id, location_id, run, from_seq, to_seq as message_seq_nr, at as server_time,
      0 as server_nano, created_at as received_at, closed_at from sequence_breaks where kind = 'gap'`.execute(
    db,
  )
}
