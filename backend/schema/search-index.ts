/** PostgreSQL's index of what slots are found by. */
import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/db/tables'

/**
 * By three letters at a time, which is the extension `pg_trgm`. Where a server has it neither installed nor lets us
 * install it, there is no index and every slot's words are read: the answer is why. Called at each start, since it may
 * be installed later.
 */
export async function makeSearchIndex(db: Kysely<Tables>): Promise<string | null> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return null
  try {
    const { rows: made } = await sql`select 1 from pg_indexes
      where schemaname = current_schema() and indexname = 'slot_search_by_words'`.execute(db)
    if (made.length > 0) return null
    await sql`create extension if not exists pg_trgm`.execute(db)
    const { rows } = await sql<{ schema: string }>`select n.nspname as schema from pg_extension e
      join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`.execute(db)
    const words = sql.id(rows[0]?.schema ?? 'public', 'gin_trgm_ops')
    await sql`create index slot_search_by_words on slot_search using gin (words ${words})`.execute(db)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
