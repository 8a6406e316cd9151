import { sql, type Kysely } from 'kysely'

/** Alarm rules of a tenant's own, what they found, and what holds but not yet for long enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const record = (name: string, texts: readonly string[], numbers: readonly string[]) => {
    let table = db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey())
    for (const text of ['tenant_id', 'search', ...texts])
      table = table.addColumn(text, 'text', column => column.notNull())
    for (const number of ['version', 'created_at', 'updated_at', ...numbers])
      table = table.addColumn(number, 'bigint', column => column.notNull())
    return table.addColumn('archived_at', 'bigint')
  }
  let rules = record(
    'alarm_rules',
    ['name', 'watched', 'operator', 'severity', 'locations'],
    ['lasts', 'enabled'],
  )
  for (const name of [
    'code',
    'measure',
    'quiet_from',
    'quiet_to',
    'group_id',
    'manufacturer_id',
    'game_mix_id',
    'text_en',
    'text_ro',
    'text_pt',
    'currency',
    'clears_currency',
  ])
    rules = rules.addColumn(name, 'text')
  for (const name of [
    'threshold',
    'amount_minor',
    'window_minutes',
    'window_hours',
    'clears_threshold',
    'clears_minor',
  ])
    rules = rules.addColumn(name, 'bigint')
  await rules.execute()
  await sql`create index alarm_rules_of_tenant on alarm_rules (tenant_id, name)`.execute(db)

  await record(
    'alarms',
    ['rule_id', 'location_id', 'slot_id', 'state', 'severity', 'watched', 'unit'],
    ['since', 'value', 'threshold'],
  )
    .addColumn('currency', 'text')
    .addColumn('cleared_at', 'bigint')
    .addColumn('cleared_by', 'text')
    .execute()
  await sql`create unique index alarms_open on alarms (rule_id, slot_id) where state = 'open'`.execute(db)
  await sql`create index alarms_waiting on alarms (tenant_id, since) where state = 'open'`.execute(db)
  for (const columns of [
    'since, id',
    'tenant_id, since, id',
    'rule_id, since, id',
    'location_id, since, id',
    'slot_id, since, id',
  ])
    await sql
      .raw(`create index alarms_by_${columns.replaceAll(', ', '_')} on alarms (${columns})`)
      .execute(db)

  await db.schema
    .createTable('alarm_pending')
    .addColumn('rule_id', 'text', column => column.notNull())
    .addColumn('slot_id', 'text', column => column.notNull())
    .addColumn('since', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('alarm_pending_pk', ['rule_id', 'slot_id'])
    .execute()
}
