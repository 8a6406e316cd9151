import type { Kysely } from 'kysely'

/** Rules that narrow what somebody sees to some tenants, locations or slots, and the groups that rules name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const entity = (table: string) =>
    schema
      .createTable(table)
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('version', 'bigint', column => column.notNull())
      .addColumn('tenant_id', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('search', 'text', column => column.notNull())
      .addColumn('archived_at', 'bigint')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .addColumn('model', 'text', column => column.notNull())
  await entity('acl_groups')
    .addColumn('member_count', 'bigint', column => column.notNull())
    .execute()
  await schema
    .createTable('acl_group_members')
    .addColumn('group_id', 'text', column => column.notNull().references('acl_groups.id').onDelete('cascade'))
    .addColumn('member_id', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('acl_group_members_pk', ['group_id', 'member_id'])
    .execute()
  await entity('acl_rules')
    .addColumn('user_id', 'text', column => column.references('users.id'))
    .addColumn('group_id', 'text', column => column.references('user_groups.id').onDelete('cascade'))
    .addColumn('role_id', 'text', column => column.references('roles.id'))
    .addColumn('conditions', 'text', column => column.notNull())
    .execute()
  for (const column of ['user_id', 'group_id', 'role_id'])
    await schema.createIndex(`acl_rules_by_${column}`).on('acl_rules').column(column).execute()
  await schema
    .createTable('acl_rule_groups')
    .addColumn('rule_id', 'text', column => column.notNull().references('acl_rules.id').onDelete('cascade'))
    .addColumn('group_id', 'text', column => column.notNull().references('acl_groups.id'))
    .addPrimaryKeyConstraint('acl_rule_groups_pk', ['rule_id', 'group_id'])
    .execute()
  await schema.createIndex('acl_rule_groups_by_group_id').on('acl_rule_groups').column('group_id').execute()
  // One row. It grows with every change of a rule or of a membership, which is how each backend knows that what it
  // remembers is old.
  await schema
    .createTable('acl_state')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('version', 'bigint', column => column.notNull())
    .execute()
  await (db as Kysely<{ acl_state: { id: string; version: number } }>)
    .insertInto('acl_state')
    .values({ id: 'rules', version: 1 })
    .execute()
}
