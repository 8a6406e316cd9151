import type { Kysely } from 'kysely'

/**
 * Wrong passwords are counted by name and by where they come from, and told to the person at the next sign-in. What was
 * counted by name alone lasted a day at most and goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('login_attempts').execute()
  await db.schema
    .createTable('login_attempts')
    .addColumn('key', 'text', column => column.primaryKey())
    .addColumn('name_key', 'text', column => column.notNull())
    .addColumn('failures', 'bigint', column => column.notNull())
    .addColumn('since', 'bigint', column => column.notNull())
    .addColumn('last_at', 'bigint', column => column.notNull())
    .addColumn('locked_until', 'bigint', column => column.notNull())
    .execute()
  for (const column of ['last_at', 'name_key'])
    await db.schema
      .createIndex(`login_attempts_by_${column}`)
      .on('login_attempts')
      .columns([column])
      .execute()

  await db.schema
    .createTable('failed_sign_ins')
    .addColumn('name_key', 'text', column => column.notNull())
    .addColumn('address', 'text', column => column.notNull())
    .addColumn('failures', 'bigint', column => column.notNull())
    .addColumn('first_at', 'bigint', column => column.notNull())
    .addColumn('last_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('failed_sign_ins_pk', ['name_key', 'address'])
    .execute()
  await db.schema
    .createIndex('failed_sign_ins_by_last_at')
    .on('failed_sign_ins')
    .columns(['last_at'])
    .execute()
}
