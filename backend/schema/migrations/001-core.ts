import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

const kept = <Name extends string>(table: CreateTableBuilder<Name>) =>
  table
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())

export async function up(db: Kysely<unknown>): Promise<void> {
  const texts = (table: CreateTableBuilder<string, string>, required: string[], optional: string[]) => {
    for (const name of required) table = table.addColumn(name, 'text', column => column.notNull())
    for (const name of optional) table = table.addColumn(name, 'text')
    return table
  }

  await texts(
    kept(db.schema.createTable('tenants')),
    ['name', 'login_host', 'currency', 'time_zone'],
    ['legal_name', 'fiscal_code', 'trade_register_no', 'licence_no', 'address', 'contact_email', 'phone'],
  )
    .addColumn('deducts_handpaid_jackpots', 'integer', column => column.notNull())
    .execute()

  await texts(
    kept(db.schema.createTable('locations')),
    ['code', 'name', 'city', 'time_zone', 'gaming_day_start'],
    ['county', 'address', 'licence_no', 'work_point_no', 'contact', 'phone'],
  )
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenants.id'))
    .execute()

  await texts(
    kept(db.schema.createTable('slots')),
    ['serial', 'manufacturer', 'protocol', 'currency', 'status'],
    [
      'asset_no',
      'machine_type',
      'game_mix',
      'position',
      'type_approval',
      'authorisation_no',
      'cvt_no',
      'cvt_valid_to',
      'lock_reason',
    ],
  )
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenants.id'))
    .addColumn('location_id', 'text', column => column.notNull().references('locations.id'))
    .addColumn('sas_address', 'bigint')
    .addColumn('denomination_minor', 'bigint', column => column.notNull())
    .addColumn('credits', 'bigint')
    .addColumn('theoretical_rtp', 'bigint')
    .addColumn('last_seen_at', 'bigint')
    .addColumn('demo', 'integer', column => column.notNull())
    .execute()

  await texts(kept(db.schema.createTable('smibs')), ['mac'], ['firmware', 'network'])
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenants.id'))
    .addColumn('location_id', 'text', column => column.notNull().references('locations.id'))
    .addColumn('slot_id', 'text', column => column.references('slots.id'))
    .addColumn('poll_ms', 'bigint', column => column.notNull())
    .addColumn('test_mode', 'integer', column => column.notNull())
    .addColumn('log_mode', 'integer', column => column.notNull())
    .addColumn('last_seen_at', 'bigint')
    .addColumn('online_since', 'bigint')
    .addColumn('last_message_seq', 'bigint')
    .execute()

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('actor_id', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['actor_id', 'key'])
    .execute()

  // Names that people rely on being one of a kind; a whole table scan would be the alternative at every write.
  await unique(db, 'tenants', ['login_host'])
  await unique(db, 'locations', ['tenant_id', 'code'])
  await unique(db, 'slots', ['tenant_id', 'serial'])
  await unique(db, 'smibs', ['mac'])
  await sql`create unique index smibs_one_per_slot on smibs (slot_id) where slot_id is not null`.execute(db)

  for (const [table, ...columns] of [
    ['locations', 'tenant_id', 'archived_at'],
    ['locations', 'name'],
    ['slots', 'tenant_id', 'archived_at', 'id'],
    ['slots', 'location_id', 'archived_at'],
    ['slots', 'serial'],
    ['slots', 'last_seen_at'],
    ['smibs', 'tenant_id', 'archived_at', 'id'],
    ['smibs', 'location_id', 'archived_at'],
    ['smibs', 'last_seen_at'],
    ['idempotency_keys', 'created_at'],
  ] as const)
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute()
}

async function unique(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_unique_${columns.join('_')}`)
    .unique()
    .on(table)
    .columns(columns)
    .execute()
}
