import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  let groups = db.schema
    .createTable('entity_groups')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .addColumn('archived_at', 'bigint')
  for (const name of ['search', 'tenant_id', 'entity_type', 'name'])
    groups = groups.addColumn(name, 'text', column => column.notNull())
  for (const name of [
    'description',
    'rule_query',
    'rule_currency',
    'rule_tenant',
    'rule_county',
    'rule_city',
    'rule_location',
    'rule_status',
    'rule_state',
    'rule_manufacturer',
  ]) {
    groups = groups.addColumn(name, 'text')
  }
  for (const name of ['created_at', 'updated_at', 'chosen', 'left_out'])
    groups = groups.addColumn(name, 'bigint', column => column.notNull())
  await groups.execute()
  await db.schema
    .createIndex('entity_groups_by_type_tenant')
    .on('entity_groups')
    .columns(['entity_type', 'tenant_id', 'archived_at'])
    .execute()

  await db.schema
    .createTable('entity_group_members')
    .addColumn('group_id', 'text', column => column.notNull())
    .addColumn('member_id', 'text', column => column.notNull())
    .addColumn('mode', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('entity_group_members_pk', ['group_id', 'mode', 'member_id'])
    .execute()
}
