/** Finds where a page begins or ends by its indexes alone, before its rows are read. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import { isUp } from './stream-order'
import type { Bounds, Union } from './union-query'
import type { StreamQuery } from './stream-filter'

export interface Cut {
  /** A common table expression, which `condition` reads. */
  named: RawBuilder<unknown>
  condition: RawBuilder<unknown>
}

/**
 * The time of the last row that a page can have, by indexes alone. PostgreSQL does not know how many rows a branch
 * has that is read for one value after the other, and where it expects few it would read and sort all of them: beyond
 * that time there are few indeed.
 */
export function cutOf(
  { direction, cursor }: StreamQuery,
  union: Union,
  { from, to }: Bounds,
  limit: number,
): Cut {
  const up = isUp(direction, cursor?.side === 'before')
  const way = sql.raw(up ? 'asc' : 'desc')
  const at = cursor && Number(cursor.position[0])
  // Rows of the position's own time come before all others.
  const bounds = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(at !== null && (up ? { from: at + 1 } : { to: at })),
  }
  const order = sql`order by server_time ${way}`
  return {
    named: sql`cut as materialized (
      select c.server_time as at from (${union.count(sql`server_time`, bounds, { order, limit })}) as c
      order by c.server_time ${way} limit 1 offset ${limit - 1})`,
    condition: up
      ? sql`and server_time <= coalesce((select at from cut), ${Number.MAX_SAFE_INTEGER})`
      : sql`and server_time >= coalesce((select at from cut), 0)`,
  }
}

/** A page far down is found by its index alone as far as rows differ in time: only what is on it is read. */
export async function skippedByTime(
  db: Db,
  { offset, direction }: StreamQuery,
  union: Union,
): Promise<{ skipped: number; bounds: Bounds }> {
  const up = isUp(direction, false)
  const [way, last, than] = up ? ['asc', 'max', '<'] : ['desc', 'min', '>']
  const order = sql`order by server_time ${sql.raw(way)}`
  const { rows } = await sql<{ at: number | null; skipped: number }>`
    with k as materialized (${union.count(sql`server_time`, {}, { order, limit: offset + 1 })} ${order} limit ${offset + 1})
    select e.at, (select count(*) from k where server_time ${sql.raw(than)} e.at) as skipped
    from (select ${sql.raw(last)}(server_time) as at from k) as e`.execute(db)
  const at = rows[0]?.at
  if (at === null || at === undefined) return { skipped: 0, bounds: {} }
  return {
    skipped: Number(rows[0]?.skipped ?? 0),
    bounds: up ? { from: Number(at) } : { to: Number(at) + 1 },
  }
}
