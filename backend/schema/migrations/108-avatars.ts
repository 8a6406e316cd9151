import type { Kysely } from 'kysely'

/** Pictures of people, as they were encoded here. Apart from `users`, whose rows every request reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('avatars')
    .addColumn('user_id', 'text', column => column.primaryKey().references('users.id'))
    .addColumn('mark', 'text', column => column.notNull())
    .addColumn('webp', 'text', column => column.notNull())
    .addColumn('changed_at', 'bigint', column => column.notNull())
    .execute()
}
