import type { CreateTableBuilder, Kysely } from 'kysely'

/** Columns that every entity has. */
const entity = <Name extends string>(table: CreateTableBuilder<Name>) =>
  table
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenants.id'))
    .addColumn('search', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
/** Who is kept out from when to when, and whether that was ended. */
const term = <Name extends string>(table: CreateTableBuilder<Name>) =>
  entity(table)
    .addColumn('player_id', 'text', column => column.notNull().references('players.id'))
    .addColumn('location_id', 'text', column => column.references('locations.id'))
    .addColumn('reason', 'text')
    .addColumn('valid_from', 'bigint', column => column.notNull())
    .addColumn('until_date', 'text')
    .addColumn('valid_to', 'bigint')
    .addColumn('cancelled_at', 'bigint')
    .addColumn('cancelled_by', 'text')
    .addColumn('cancel_reason', 'text')

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('exclusion_keys')
    .addColumn('generation', 'bigint', column => column.primaryKey())
    // Encrypted under the installation's own secret.
    .addColumn('sealed', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await entity(schema.createTable('players'))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('details', 'text')
    .addColumn('document_type', 'text', column => column.notNull())
    .addColumn('document', 'text', column => column.notNull())
    .addColumn('nationality', 'text')
    .addColumn('note', 'text')
    .execute()
  await schema
    .createTable('player_documents')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('generation', 'bigint', column => column.notNull())
    .addColumn('player_id', 'text', column => column.notNull())
    .addColumn('document_type', 'text', column => column.notNull())
    .addColumn('document', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('player_documents_pk', ['tenant_id', 'hash'])
    .execute()
  await term(schema.createTable('self_exclusions'))
    .addColumn('source', 'text', column => column.notNull())
    .addColumn('document_no', 'text')
    .addColumn('registered_at', 'bigint', column => column.notNull())
    .addColumn('min_until', 'bigint', column => column.notNull())
    .execute()
  await term(schema.createTable('blacklists'))
    .addColumn('cause', 'text', column => column.notNull())
    .execute()
  await entity(schema.createTable('onjn_exclusions'))
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('generation', 'bigint', column => column.notNull())
    .addColumn('mark', 'text', column => column.notNull())
    .addColumn('added_on', 'text')
    .addColumn('valid_from', 'bigint', column => column.notNull())
    .addColumn('removed_at', 'bigint')
    .execute()
  await schema
    .createTable('onjn_lists')
    .addColumn('tenant_id', 'text', column => column.primaryKey())
    .addColumn('as_of', 'bigint', column => column.notNull())
    .execute()
  await entity(schema.createTable('player_scans'))
    .addColumn('location_id', 'text', column => column.notNull().references('locations.id'))
    .addColumn('player_id', 'text')
    .addColumn('document_type', 'text')
    .addColumn('document', 'text')
    .addColumn('answer', 'text', column => column.notNull())
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('shown', 'text', column => column.notNull())
    .addColumn('list_as_of', 'bigint')
    .addColumn('device', 'text')
    .addColumn('operator_name', 'text', column => column.notNull())
    .addColumn('took_ms', 'bigint', column => column.notNull())
    .execute()

  // The door's look-ups: by hash, then by person.
  await schema
    .createIndex('onjn_exclusions_unique_hash')
    .unique()
    .on('onjn_exclusions')
    .columns(['tenant_id', 'hash'])
    .execute()
  for (const table of ['player_documents', 'self_exclusions', 'blacklists'] as const)
    await schema.createIndex(`${table}_by_player`).on(table).column('player_id').execute()
  // Rotating the key goes through each generation in pieces.
  for (const table of ['player_documents', 'onjn_exclusions'] as const)
    await schema.createIndex(`${table}_by_generation`).on(table).columns(['generation', 'hash']).execute()
  for (const table of [
    'players',
    'self_exclusions',
    'blacklists',
    'onjn_exclusions',
    'player_scans',
  ] as const)
    await schema.createIndex(`${table}_by_tenant`).on(table).columns(['tenant_id', 'id']).execute()
  await schema.createIndex('player_scans_by_time').on('player_scans').column('created_at').execute()
}
