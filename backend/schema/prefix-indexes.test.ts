/** Law: no index is what another one of its table begins with: it costs each write, and answers nothing more. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { isPostgres } from '../platform/db/bulk'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Index {
  tbl: string
  name: string
  is_unique: number
  /** Of a partial index. */
  where: string | null
  columns: string
}

/** A column is named with its direction, an expression by its text. */
const ofPostgres = sql<Index>`select c.relname as tbl, i.relname as name, x.indisunique::int as is_unique,
    pg_get_expr(x.indpred, x.indrelid) as where,
    am.amname || '|' || (
      select string_agg(pg_get_indexdef(x.indexrelid, k, false) || ' ' || x.indoption[k - 1]
        || ' ' || x.indclass[k - 1], '|' order by k)
      from generate_series(1, x.indnkeyatts) k) as columns
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    join pg_am am on am.oid = i.relam
  where c.relnamespace = current_schema()::regnamespace`
const ofEmbedded = sql<Index>`select m.name as tbl, l.name as name, l."unique" as is_unique,
    case when l.partial then (
      select substr(s.sql, instr(lower(s.sql), ' where ')) from sqlite_master s where s.name = l.name) end as "where",
    (select group_concat(coalesce(c.name, 'expression of ' || l.name) || ' ' || c.desc, '|')
      from (select * from pragma_index_xinfo(l.name) where key = 1 order by seqno) c) as columns
  from sqlite_master m join pragma_index_list(m.name) l where m.type = 'table'`

it('no index is the beginning of another', async () => {
  const { rows } = await (isPostgres(backend.db) ? ofPostgres : ofEmbedded).execute(backend.db)
  expect(rows.length).toBeGreaterThan(100)
  const found = rows.flatMap(one =>
    one.is_unique
      ? []
      : rows
          .filter(
            ({ tbl, name, where, columns }) =>
              tbl === one.tbl &&
              name !== one.name &&
              where === one.where &&
              `${columns}|`.startsWith(`${one.columns}|`),
          )
          .map(({ name }) => `${one.name}: ${name}`),
  )
  expect(found).toEqual([])
})
