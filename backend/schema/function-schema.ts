/** PostgreSQL's functions find their tables whatever the search path of whoever makes them run. */
import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/db/tables'

/**
 * `pg_restore` fills tables with an empty search path, and their triggers would find none of the tables that they
 * name. Called at each start, so that a function of a later migration is none that was forgotten; those of extensions
 * and of other owners are left as they are.
 */
export async function nameFunctionSchemas(db: Kysely<Tables>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const { rows } = await sql<{ statement: string }>`
    select format('alter function %s set search_path = %I', p.oid::regprocedure, n.nspname) as statement
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname = current_schema() and l.lanname = 'plpgsql' and pg_has_role(p.proowner, 'usage')
      and not exists (select 1 from unnest(p.proconfig) as c where c like 'search_path=%')
      and not exists (select 1 from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`.execute(db)
  for (const { statement } of rows) await sql.raw(statement).execute(db)
}
