import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('machine_commands')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('location_id', 'text', column => column.notNull())
    .addColumn('slot_id', 'text')
    .addColumn('smib_id', 'text')
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('lane', 'text', column => column.notNull())
    .addColumn('input', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('open_target', 'text')
    .addColumn('answer_code', 'text')
    .addColumn('answer', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('created_by_name', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('answered_at', 'bigint')
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('bulk_id', 'text')
    .execute()
  // What a SMIB asks for, and the rule that a target has one command of a lane at a time; null, once it is settled, is
  // never equal to null.
  await db.schema
    .createIndex('machine_commands_one_open')
    .unique()
    .on('machine_commands')
    .columns(['open_target', 'lane'])
    .execute()
  await db.schema
    .createIndex('machine_commands_by_slot')
    .on('machine_commands')
    .columns(['slot_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('machine_commands_by_smib')
    .on('machine_commands')
    .columns(['smib_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('machine_commands_by_state')
    .on('machine_commands')
    .columns(['state', 'expires_at'])
    .execute()
  await db.schema
    .createIndex('machine_commands_by_bulk')
    .on('machine_commands')
    .columns(['bulk_id'])
    .execute()

  await db.schema
    .createTable('slot_controls')
    .addColumn('slot_id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('aft_status', 'text')
    .addColumn('aft_asset_no', 'bigint')
    .addColumn('aft_pos_id', 'text')
    .addColumn('aft_at', 'bigint')
    .addColumn('unassign_rule', 'text')
    .addColumn('rule_version', 'bigint', column => column.notNull())
    .execute()

  await db.schema.alterTable('slots').addColumn('lock_delivery', 'text').execute()
  for (const name of ['test_mode_since', 'log_mode_since', 'password_set_at'] as const)
    await db.schema.alterTable('smibs').addColumn(name, 'bigint').execute()
  await db.schema.alterTable('smibs').addColumn('password_hash', 'text').execute()
}
