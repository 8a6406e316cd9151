/** How many rows a list has. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database'

export const totalWhere = (table: string, where: RawBuilder<boolean>): RawBuilder<number> =>
  sql<number>`(select count(*) from ${sql.table(table)} as t where ${where})`

/** Tables whose totals triggers count (migrations 020 and 311). */
const countedByTriggers = new Set(['slots', 'smibs'])

/**
 * All that are not archived, of one tenant or (null) of all, where triggers count them: so short that a list can ask
 * for it with its rows.
 */
export const countedTotal = (table: string, tenantId: string | null): RawBuilder<number> | undefined =>
  countedByTriggers.has(table)
    ? sql<number>`(
        select cast(coalesce(sum(p.total), 0) as bigint) from present_totals p
        where p.table_name = ${table} and ${tenantId === null ? sql`true` : sql`p.tenant_id = ${tenantId}`})`
    : undefined

/** All that are not archived, of one tenant or (null) of all. */
export function presentTotal(table: string, tenantId: string | null): RawBuilder<number> {
  const total = countedTotal(table, tenantId)
  if (total) return total
  // All rows are counted by an index, or by the table's pages, and the few archived by an index of theirs.
  const own = tenantId === null ? sql`1 = 1` : sql`tenant_id = ${tenantId}`
  return sql<number>`((select count(*) from ${sql.table(table)} where ${own})
    - (select count(*) from ${sql.table(table)} where ${own} and archived_at is not null))`
}

export async function readTotal(total: RawBuilder<number>, db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db)
  return Number(rows[0]?.total ?? 0)
}
