import type { CreateTableBuilder, Kysely } from 'kysely'

/** As they were named when this migration landed. */
const movements = [
  'coin_in',
  'coin_out',
  'jackpot',
  'handpaid_cancelled',
  'games_played',
  'games_won',
  'bills_in',
  'ticket_in',
  'ticket_out',
  'electronic_in',
  'electronic_out',
  'hopper_out',
  'total_drop',
]

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', required: string[], optional: string[] = []): Table => {
  for (const name of required) table = table.addColumn(name, type, column => column.notNull())
  for (const name of optional) table = table.addColumn(name, type)
  return table
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string): Table => db.schema.createTable(name)
  const index = (table: string, ...columns: string[]) =>
    db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute()

  let table = add(
    create('messages'),
    'text',
    ['smib_id', 'tenant_id', 'location_id', 'kind', 'digest'],
    ['slot_id'],
  )
  table = add(
    table,
    'bigint',
    ['run', 'message_seq_nr', 'server_time', 'server_nano', 'received_at', 'event_count', 'counter_count'],
    ['event_seq_nr'],
  )
  await table
    .addPrimaryKeyConstraint('messages_pk', [
      'smib_id',
      'server_time',
      'server_nano',
      'message_seq_nr',
      'run',
    ])
    .execute()
  await index('messages', 'location_id', 'server_time')

  table = add(
    create('events'),
    'text',
    ['tenant_id', 'location_id', 'code', 'category', 'severity'],
    ['slot_id', 'smib_id', 'data'],
  ).addColumn('id', 'text', column => column.primaryKey())
  await add(
    table,
    'bigint',
    ['server_time', 'server_nano', 'received_at'],
    ['run', 'message_seq_nr', 'event_seq_nr'],
  ).execute()
  await index('events', 'smib_id', 'server_time')
  await index('events', 'slot_id', 'server_time')
  await index('events', 'location_id', 'server_time')

  table = add(
    create('counter_readings'),
    'text',
    ['slot_id', 'smib_id', 'tenant_id', 'location_id', 'gaming_day', 'currency'],
    ['more', 'repairs'],
  )
  table = add(
    table,
    'bigint',
    ['game_nr', 'run', 'message_seq_nr', 'server_time', 'server_nano', 'denomination_minor'],
    [...movements, 'current_credits'],
  )
  // The key is the order in which a slot's readings are compared and listed. Each index that begins with a slot or a
  // SMIB costs a page
  // per reading; those that begin with time, or with one of a few locations, cost next to nothing.
  await table
    .addPrimaryKeyConstraint('counter_readings_pk', [
      'slot_id',
      'server_time',
      'server_nano',
      'message_seq_nr',
      'game_nr',
      'smib_id',
      'run',
    ])
    .execute()
  await index('counter_readings', 'location_id', 'server_time')

  table = add(create('counter_latest'), 'text', ['slot_id', 'meters'])
  await add(table, 'bigint', ['game_nr', 'server_time', 'server_nano', 'message_seq_nr'])
    .addPrimaryKeyConstraint('counter_latest_pk', ['slot_id', 'game_nr'])
    .execute()

  table = add(create('counter_hours'), 'text', ['slot_id', 'location_id', 'tenant_id', 'currency'])
  await add(table, 'bigint', ['hour_start', 'game_nr', 'denomination_minor', 'readings', ...movements])
    .addPrimaryKeyConstraint('counter_hours_pk', [
      'hour_start',
      'slot_id',
      'game_nr',
      'location_id',
      'denomination_minor',
    ])
    .execute()

  table = add(create('counter_days'), 'text', [
    'slot_id',
    'gaming_day',
    'location_id',
    'tenant_id',
    'currency',
  ])
  await add(table, 'bigint', ['game_nr', 'denomination_minor', 'readings', ...movements])
    .addPrimaryKeyConstraint('counter_days_pk', [
      'gaming_day',
      'slot_id',
      'game_nr',
      'location_id',
      'denomination_minor',
    ])
    .execute()
  await index('counter_days', 'tenant_id', 'gaming_day')

  table = add(create('event_days'), 'text', ['slot_id', 'gaming_day', 'code', 'location_id', 'tenant_id'])
  await add(table, 'bigint', ['count'])
    .addPrimaryKeyConstraint('event_days_pk', ['gaming_day', 'slot_id', 'code', 'location_id'])
    .execute()
  await index('event_days', 'tenant_id', 'gaming_day')

  await add(create('smib_slots'), 'text', ['smib_id', 'slot_id'])
    .addPrimaryKeyConstraint('smib_slots_pk', ['smib_id', 'slot_id'])
    .execute()
  await index('smib_slots', 'slot_id')

  await add(
    create('smib_feeds')
      .addColumn('smib_id', 'text', column => column.primaryKey())
      .addColumn('slot_id', 'text'),
    'bigint',
    ['run', 'run_started_at', 'min_seq', 'max_seq', 'last_at', 'batches'],
  ).execute()
  await add(
    create('sequence_runs').addColumn('smib_id', 'text', column => column.notNull()),
    'bigint',
    ['run', 'started_at', 'min_seq', 'max_seq'],
  )
    .addPrimaryKeyConstraint('sequence_runs_pk', ['smib_id', 'run'])
    .execute()

  table = add(
    create('sequence_breaks').addColumn('id', 'text', column => column.primaryKey()),
    'text',
    ['smib_id', 'tenant_id', 'location_id', 'kind'],
    ['slot_id'],
  )
  await add(table, 'bigint', ['run', 'from_seq', 'to_seq', 'at', 'created_at'], ['closed_at']).execute()
  await index('sequence_breaks', 'smib_id', 'run', 'to_seq')
  await index('sequence_breaks', 'tenant_id', 'at')
}
