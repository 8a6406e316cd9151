/** What a database consists of, to compare two that were made in different ways. */
import { sql } from 'kysely'
import { isPostgres } from '../../backend/platform/db/bulk'
import type { Db } from '../../backend/platform/db/database'

export interface Shape {
  /** Definitions, in the engine's own words; how they are broken into lines says nothing. */
  objects: string[]
  /** The rows of each table as JSON, without the instants at which they were made. */
  rows: Record<string, string[]>
}

const INSTANTS = new Set(['created_at', 'updated_at', 'timestamp'])

/** Of a database without the rows of users: all of it is read. */
export async function shapeOf(db: Db): Promise<Shape> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true }))
    .filter(({ isView }) => !isView)
    .map(({ name }) => name)
    .sort()
  const rows: Record<string, string[]> = {}
  for (const table of tables) {
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    rows[table] = found.rows
      .map(row => JSON.stringify(row, (name, value: unknown) => (INSTANTS.has(name) ? undefined : value)))
      .sort()
  }
  const objects = await (isPostgres(db) ? ofPostgres(db) : ofLibsql(db))
  return { objects: objects.rows.map(({ said }) => inOneLine(said)).sort(), rows }
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),]) ?/g, '$1')

function ofLibsql(db: Db) {
  return sql<{ said: string }>`
    select type || ' ' || name || ': ' || coalesce(sql, '') as said from sqlite_master`.execute(db)
}

function ofPostgres(db: Db) {
  const own = sql`n.nspname = current_schema()`
  return sql<{ said: string }>`
    select format('column %s.%s %s: %s, %s, %s, %s', c.relname,
        row_number() over (partition by a.attrelid order by a.attnum),
        a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attidentity::text || a.attgenerated::text, pg_get_expr(d.adbin, d.adrelid)) as said
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where ${own} and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p')
    union all select 'index ' || pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace where ${own}
    union all select format('constraint %s.%s: %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid))
      from pg_constraint k
      join pg_namespace n on n.oid = k.connamespace
      -- From PostgreSQL 18 on "never null" is a constraint, too; its name tells how a table came about.
      where ${own} and k.contype <> 'n'
    -- A chain of ORs is nested when it was written out, and flat when it was read from its own text.
    union all select 'trigger ' || translate(pg_get_triggerdef(t.oid), '()', '  ') from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace where ${own} and not t.tgisinternal
    union all select 'function ' || pg_get_functiondef(p.oid)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${own}
    union all select format('view %s: %s', viewname, definition) from pg_views where schemaname = current_schema()
    union all select format('part %s: %s', c.relname, pg_get_expr(c.relpartbound, c.oid)) from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where ${own} and c.relispartition
    union all select format('sequence %s: %s', sequencename, coalesce(last_value, 0))
      from pg_sequences where schemaname = current_schema()
    order by said`.execute(db)
}
