/** PostgreSQL's index of what slots are found by. */
import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/db/tables'

/**
 * By three letters at a time, which is the extension `pg_trgm`. Where a server has it neither installed nor lets us
 * install it, there is no index and every slot's words are read. Called at each start, since it may be installed later.
 */
export async function makeSearchIndex(db: Kysely<Tables>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const { rows } = await sql<{ made: boolean; schema: string | null; may: boolean }>`select
    exists (select 1 from pg_indexes where schemaname = current_schema() and indexname = 'slot_search_by_words') as made,
    (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm') as schema,
    has_database_privilege(current_database(), 'create')
      and exists (select 1 from pg_available_extensions where name = 'pg_trgm') as may`.execute(db)
  const [{ made, schema, may } = { made: true, schema: null, may: false }] = rows
  if (made || (schema === null && !may)) return
  if (schema === null) await sql`create extension if not exists pg_trgm`.execute(db)
  const words = schema === null ? sql`gin_trgm_ops` : sql`${sql.id(schema, 'gin_trgm_ops')}`
  await sql`create index slot_search_by_words on slot_search using gin (words ${words})`.execute(db)
}
