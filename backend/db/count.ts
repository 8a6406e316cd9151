/** How many rows a list has. */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres } from './bulk'
import type { Db } from './database'

export const countWhere = (table: string, where: RawBuilder<boolean>, db: Db): Promise<number> =>
  read(sql`select count(*) as total from ${sql.table(table)} as t where ${where}`, db)

/** By an expression of a store's own. */
export const countAs = (total: RawBuilder<number>, db: Db): Promise<number> =>
  read(sql`select ${total} as total`, db)

/** Tables whose totals the embedded database keeps (migration 020). */
const kept = new Set(['slots', 'smibs'])

/** All that are not archived, of one tenant or (null) of all, where that is kept: so short that a list can ask for it with its rows. */
export const keptTotal = (table: string, db: Db, tenantId: string | null): RawBuilder<number> | undefined =>
  kept.has(table) && !isPostgres(db)
    ? sql<number>`(select sum(p.total) from present_totals p where p.table_name = ${table} and ${tenantId === null ? sql`true` : sql`p.tenant_id = ${tenantId}`})`
    : undefined

/** All that are not archived, of one tenant or (null) of all. */
export function countPresent(table: string, db: Db, tenantId: string | null): Promise<number> {
  const total = keptTotal(table, db, tenantId)
  if (total) return countAs(total, db)
  if (tenantId !== null)
    return countWhere(table, sql<boolean>`t.tenant_id = ${tenantId} and t.archived_at is null`, db)
  // A whole table is counted by its pages, and the few archived by an index.
  return read(
    sql`select (select count(*) from ${sql.table(table)}) - (select count(*) from ${sql.table(table)} where archived_at is not null) as total`,
    db,
  )
}

async function read(statement: RawBuilder<unknown>, db: Db): Promise<number> {
  const { rows } = await (statement as RawBuilder<{ total: number }>).execute(db)
  return Number(rows[0]?.total ?? 0)
}
