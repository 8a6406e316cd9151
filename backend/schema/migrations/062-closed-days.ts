import type { CreateTableBuilder, Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>
const add = (table: Table, type: 'text' | 'bigint', required: string[], optional: string[] = []): Table => {
  for (const name of required) table = table.addColumn(name, type, column => column.notNull())
  for (const name of optional) table = table.addColumn(name, type)
  return table
}

/** Days that were closed, with what they were closed at; and those of them that late readings have changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string): Table => db.schema.createTable(name)

  let table = add(
    create('location_days'),
    'text',
    ['location_id', 'day', 'currency', 'tenant_id', 'state', 'sums', 'first_sums'],
    ['closed_by', 'reason'],
  )
  const counts = ['slots', 'silent', 'hours_known', 'hours_expected', 'held', 'decided', 'late', 'carried']
  table = add(table, 'bigint', ['starts_at', 'ends_at', ...counts, 'revision', 'closed_at'], ['refreshed_at'])
  await table.addPrimaryKeyConstraint('location_days_pk', ['location_id', 'day', 'currency']).execute()

  // A slot that was moved or repriced has a row for each place and price. The location comes first: a day is written
  // and read as one.
  table = add(
    create('slot_day_closings'),
    'text',
    ['location_id', 'day', 'slot_id', 'currency', 'tenant_id', 'moved', 'sums', 'quality'],
    ['opening', 'closing'],
  )
  await add(table, 'bigint', ['denomination_minor'])
    .addPrimaryKeyConstraint('slot_day_closings_pk', [
      'location_id',
      'day',
      'slot_id',
      'currency',
      'denomination_minor',
    ])
    .execute()

  table = add(create('days_to_refresh'), 'text', ['location_id', 'day'])
  await table.addPrimaryKeyConstraint('days_to_refresh_pk', ['location_id', 'day']).execute()

  // Which slots stood in a location on a day is asked of every day that closes.
  await db.schema
    .createIndex('slot_history_of_location')
    .on('slot_history')
    .columns(['location_id', 'slot_id'])
    .execute()
}
