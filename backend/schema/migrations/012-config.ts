import type { CreateTableBuilder, Kysely } from 'kysely'

const texts = ['kind', 'owner_id', 'tenant_id', 'values_json', 'changed_by', 'changed_by_name', 'source']

export async function up(db: Kysely<unknown>): Promise<void> {
  // The newest version of each set, and all versions: a page reads the one, a history the other.
  for (const [name, key] of [
    ['config_sets', ['kind', 'owner_id']],
    ['config_versions', ['kind', 'owner_id', 'version']],
  ] as const) {
    let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
    for (const text of texts) table = table.addColumn(text, 'text', column => column.notNull())
    await table
      .addColumn('version', 'bigint', column => column.notNull())
      .addColumn('changed_at', 'bigint', column => column.notNull())
      .addColumn('restored_from', 'bigint')
      .addPrimaryKeyConstraint(`${name}_pk`, [...key])
      .execute()
  }

  await db.schema
    .createTable('board_configs')
    .addColumn('smib_id', 'text', column => column.primaryKey().references('smibs.id'))
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('taken_version', 'text')
    .addColumn('taken_at', 'bigint')
    .addColumn('running_version', 'text')
    .addColumn('running_since', 'bigint')
    .addColumn('asked_at', 'bigint', column => column.notNull())
    .execute()

  await db.schema
    .createTable('slot_meter_setups')
    .addColumn('slot_id', 'text', column => column.primaryKey().references('slots.id'))
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('price_per_impulse_minor', 'bigint', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('factor_in', 'bigint', column => column.notNull())
    .addColumn('factor_out', 'bigint', column => column.notNull())
    .addColumn('factor_jackpot', 'bigint', column => column.notNull())
    .addColumn('mech_in', 'bigint')
    .addColumn('mech_out', 'bigint')
    .addColumn('mech_jackpot', 'bigint')
    .addColumn('set_at', 'bigint')
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('slot_meter_setups_by_tenant')
    .on('slot_meter_setups')
    .columns(['tenant_id', 'slot_id'])
    .execute()

  let readings: CreateTableBuilder<string, string> = db.schema
    .createTable('mechanical_readings')
    .addColumn('id', 'text', column => column.primaryKey())
  for (const name of ['slot_id', 'tenant_id', 'currency', 'entered_by', 'entered_by_name'])
    readings = readings.addColumn(name, 'text', column => column.notNull())
  for (const name of [
    'read_at',
    'entered_at',
    'price_per_impulse_minor',
    'factor_in',
    'factor_out',
    'factor_jackpot',
    'baseline',
  ]) {
    readings = readings.addColumn(name, 'bigint', column => column.notNull())
  }
  for (const name of ['mech_in', 'mech_out', 'mech_jackpot']) readings = readings.addColumn(name, 'bigint')
  await readings.addColumn('reason', 'text').execute()
  await db.schema
    .createIndex('mechanical_readings_by_slot')
    .on('mechanical_readings')
    .columns(['slot_id', 'read_at', 'id'])
    .execute()
}
