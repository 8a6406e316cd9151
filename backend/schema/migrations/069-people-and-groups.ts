import type { Kysely } from 'kysely'

/** Users, groups of users, roles and permissions become entities with pages of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // What names of one shape have in common: filled in for the users that there are by the next change of their name.
  await schema.alterTable('users').addColumn('lookalike_key', 'text').execute()
  await schema.createIndex('users_by_lookalike_key').on('users').column('lookalike_key').execute()
  await schema.createIndex('users_by_tenant').on('users').columns(['tenant_id', 'archived_at']).execute()
  await schema.alterTable('roles').addColumn('note', 'text').execute()

  const entity = (table: string) =>
    schema
      .createTable(table)
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('version', 'bigint', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('search', 'text', column => column.notNull())
      .addColumn('archived_at', 'bigint')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())

  await entity('user_groups')
    .addColumn('tenant_id', 'text', column => column.notNull())
    .addColumn('note', 'text')
    .addColumn('member_count', 'bigint', column => column.notNull())
    .execute()
  await schema
    .createIndex('user_groups_unique_tenant_id_name')
    .unique()
    .on('user_groups')
    .columns(['tenant_id', 'name'])
    .execute()
  for (const [table, group, other, target] of [
    ['user_group_members', 'group_id', 'user_id', 'users.id'],
    ['user_group_roles', 'group_id', 'role_id', 'roles.id'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn(group, 'text', column => column.notNull().references('user_groups.id').onDelete('cascade'))
      .addColumn(other, 'text', column => column.notNull().references(target))
      .addPrimaryKeyConstraint(`${table}_pk`, [group, other])
      .execute()
    await schema.createIndex(`${table}_by_${other}`).on(table).column(other).execute()
  }
  await entity('permissions')
    .addColumn('entity', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('system_only', 'integer', column => column.notNull())
    .execute()
  await schema.createIndex('permissions_unique_name').unique().on('permissions').column('name').execute()
  await schema
    .createIndex('role_permissions_by_permission')
    .on('role_permissions')
    .column('permission')
    .execute()
}
