import type { ColumnDataType, CreateTableBuilder, Kysely } from 'kysely'

type Column = readonly [name: string, type: ColumnDataType, nullable?: 'nullable']

export async function up(db: Kysely<unknown>): Promise<void> {
  const withColumns = (table: CreateTableBuilder<string, string>, columns: readonly Column[]) => {
    for (const [name, type, nullable] of columns)
      table = table.addColumn(name, type, column => (nullable ? column : column.notNull()))
    return table
  }
  const keyed = (table: string, key = 'id') =>
    db.schema.createTable(table).addColumn(key, 'text', column => column.primaryKey())
  const kept = [
    ['tenant_id', 'text'],
    ['version', 'bigint'],
    ['search', 'text'],
    ['archived_at', 'bigint', 'nullable'],
    ['created_at', 'bigint'],
    ['updated_at', 'bigint'],
  ] as const

  await withColumns(keyed('users'), [
    ...kept,
    ['username', 'text'],
    ['username_key', 'text'],
    ['full_name', 'text'],
    ['job_title', 'text', 'nullable'],
    ['email', 'text', 'nullable'],
    ['email_verified', 'integer'],
    ['phone', 'text', 'nullable'],
    ['password_hash', 'text'],
    ['password_changed_at', 'bigint'],
    ['enabled', 'integer'],
    ['language', 'text', 'nullable'],
    ['time_zone', 'text', 'nullable'],
  ]).execute()

  await withColumns(keyed('roles'), [...kept, ['name', 'text'], ['built_in', 'integer']]).execute()

  await db.schema
    .createTable('role_permissions')
    .addColumn('role_id', 'text', column => column.notNull().references('roles.id').onDelete('cascade'))
    .addColumn('permission', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('role_permissions_pk', ['role_id', 'permission'])
    .execute()

  await db.schema
    .createTable('user_roles')
    .addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role_id', 'text', column => column.notNull().references('roles.id'))
    .addPrimaryKeyConstraint('user_roles_pk', ['user_id', 'role_id'])
    .execute()

  await withColumns(
    keyed('token_families').addColumn('user_id', 'text', column =>
      column.notNull().references('users.id').onDelete('cascade'),
    ),
    [
      ['ip', 'text', 'nullable'],
      ['created_at', 'bigint'],
      ['expires_at', 'bigint'],
      ['ended_at', 'bigint', 'nullable'],
      ['ended_reason', 'text', 'nullable'],
    ],
  ).execute()

  await withColumns(
    keyed('refresh_tokens', 'token_hash').addColumn('family_id', 'text', column =>
      column.notNull().references('token_families.id').onDelete('cascade'),
    ),
    [
      ['created_at', 'bigint'],
      ['expires_at', 'bigint'],
      ['used_at', 'bigint', 'nullable'],
    ],
  ).execute()

  await withColumns(keyed('login_attempts', 'key'), [
    ['failures', 'bigint'],
    ['last_at', 'bigint'],
    ['locked_until', 'bigint'],
  ]).execute()

  await withColumns(keyed('api_tokens'), [
    ['tenant_id', 'text'],
    ['name', 'text'],
    ['token_hash', 'text'],
    ['permissions', 'text'],
    ['created_at', 'bigint'],
    ['expires_at', 'bigint', 'nullable'],
    ['revoked_at', 'bigint', 'nullable'],
    ['last_used_at', 'bigint', 'nullable'],
  ]).execute()

  await withColumns(keyed('auth_secrets', 'name'), [
    ['value', 'text'],
    ['created_at', 'bigint'],
  ]).execute()

  for (const [table, ...columns] of [
    ['users', 'username_key'],
    ['roles', 'tenant_id', 'name'],
    ['api_tokens', 'token_hash'],
  ] as const)
    await db.schema
      .createIndex(`${table}_unique_${columns.join('_')}`)
      .unique()
      .on(table)
      .columns([...columns])
      .execute()

  for (const [table, ...columns] of [
    ['users', 'tenant_id', 'archived_at', 'id'],
    ['user_roles', 'role_id'],
    ['token_families', 'user_id'],
    ['token_families', 'expires_at'],
    ['refresh_tokens', 'family_id'],
    ['refresh_tokens', 'expires_at'],
    ['login_attempts', 'last_at'],
    ['api_tokens', 'tenant_id', 'id'],
  ] as const)
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute()
}
