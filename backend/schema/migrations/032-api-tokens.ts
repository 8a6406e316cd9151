import { sql, type Kysely } from 'kysely'

/**
 * API tokens become an entity with pages of its own: narrowed to locations and SMIBs, tied to addresses, rotated with
 * an overlap.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const empty = (text: string) => sql.lit(text)
  // One column a statement: SQLite adds no more at once.
  for (const [name, type, initial] of [
    ['version', 'bigint', sql.lit(1)],
    ['search', 'text', empty('')],
    ['archived_at', 'bigint', null],
    ['updated_at', 'bigint', sql.lit(0)],
    ['locations', 'text', empty('[]')],
    ['smibs', 'text', empty('[]')],
    ['addresses', 'text', empty('[]')],
    ['starts_with', 'text', empty('')],
    ['expires_on', 'text', null],
    ['previous_hash', 'text', null],
    ['previous_until', 'bigint', null],
    ['rotated_at', 'bigint', null],
    ['last_used_address', 'text', null],
  ] as const)
    await db.schema
      .alterTable('api_tokens')
      .addColumn(name, type, column => (initial === null ? column : column.notNull().defaultTo(initial)))
      .execute()
  await sql`update api_tokens set updated_at = created_at, search = lower(name)`.execute(db)
  await db.schema
    .createIndex('api_tokens_unique_previous_hash')
    .unique()
    .on('api_tokens')
    .column('previous_hash')
    .execute()
}
