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
/** Where it happened, and what the provider told of it. */
const told = <Name extends string>(table: CreateTableBuilder<Name>) =>
  entity(table)
    .addColumn('location_id', 'text', column => column.notNull().references('locations.id'))
    .addColumn('slot_id', 'text', column => column.notNull().references('slots.id'))
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('occurred_at', 'bigint', column => column.notNull())
    .addColumn('amount_minor', 'bigint', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('aft_transaction_id', 'text')
    .addColumn('aft_code', 'text')
    .addColumn('credits_before', 'bigint')
    .addColumn('credits_after', 'bigint')

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await entity(schema.createTable('payment_merchants'))
    .addColumn('merchant_id', 'text', column => column.notNull())
    .addColumn('legal_name', 'text', column => column.notNull())
    .addColumn('fiscal_code', 'text')
    .addColumn('iban', 'text')
    .addColumn('environment', 'text', column => column.notNull())
    .addColumn('enabled', 'bigint', column => column.notNull())
    .addColumn('limit_minor', 'bigint', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('generation', 'bigint', column => column.notNull())
    .addColumn('rotated_at', 'bigint')
    .addColumn('previous_until', 'bigint')
    .execute()
  await schema
    .createIndex('payment_merchants_unique_tenant')
    .unique()
    .on('payment_merchants')
    .column('tenant_id')
    .execute()

  await told(schema.createTable('payment_transactions'))
    .addColumn('provider_ref', 'text', column => column.notNull())
    .addColumn('direction', 'text', column => column.notNull())
    .addColumn('player_ref', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('in_doubt', 'text')
    .addColumn('over_limit', 'bigint', column => column.notNull())
    .addColumn('reset_command_id', 'text')
    .execute()
  // The provider's reference is what makes a repeated callback the same transaction.
  await schema
    .createIndex('payment_transactions_unique_ref')
    .unique()
    .on('payment_transactions')
    .columns(['tenant_id', 'provider_ref'])
    .execute()
  for (const column of ['tenant_id', 'location_id', 'slot_id'])
    await schema
      .createIndex(`payment_transactions_by_${column}`)
      .on('payment_transactions')
      .columns([column, 'occurred_at', 'id'])
      .execute()
  await schema
    .createIndex('payment_transactions_by_time')
    .on('payment_transactions')
    .columns(['occurred_at', 'id'])
    .execute()

  await told(schema.createTable('payment_log'))
    .addColumn('transaction_id', 'text', column => column.notNull().references('payment_transactions.id'))
    .addColumn('event_id', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', column => column.notNull())
    .addColumn('actor_name', 'text', column => column.notNull())
    .execute()
  await schema
    .createIndex('payment_log_unique_event')
    .unique()
    .on('payment_log')
    .columns(['transaction_id', 'event_id'])
    .execute()
  for (const column of ['tenant_id', 'slot_id'])
    await schema
      .createIndex(`payment_log_by_${column}`)
      .on('payment_log')
      .columns([column, 'occurred_at', 'id'])
      .execute()
}
