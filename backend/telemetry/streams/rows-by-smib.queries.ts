/**
 * Logs in the specification's order (section 9): SMIB by SMIB, and each SMIB's lines by time. Each is read by its own
 * index and no further than the page needs, and a row's position says its SMIB, so a cursor goes on from it.
 */
import { sql, type RawBuilder } from 'kysely'
import { RAW_TOTAL_CAP } from '../../platform/contract/list'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { cursorOf, keyOf, type Position } from './stream-order'
import { countStream, keysInPieces, readRows, type StreamPage, type StreamRow } from './streams.queries'
import type { StreamFilter, StreamQuery } from './stream-filter'

export async function readBySmib<Row extends StreamRow>(
  db: Db,
  scope: Scope,
  query: StreamQuery,
): Promise<StreamPage<Row>> {
  const { table, cursor, limit, offset, direction } = query
  const backwards = cursor?.side === 'before'
  const way = backwards ? (direction === 'asc' ? 'desc' : 'asc') : direction
  const [found, total] = await Promise.all([
    rowsFrom<Row>(db, scope, { ...query, direction: way }),
    countStream(db, scope, query, RAW_TOTAL_CAP),
  ])
  const isMore = found.length > limit
  const rows = found.slice(0, limit)
  if (backwards) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  const isBefore = backwards ? isMore : cursor !== null || offset > 0
  const isAfter = backwards || isMore
  return {
    rows,
    total: Math.min(total, RAW_TOTAL_CAP),
    capped: total > RAW_TOTAL_CAP,
    cursors: {
      before: first && isBefore ? cursorOf(table, first) : null,
      after: last && isAfter ? cursorOf(table, last) : null,
    },
  }
}

/** The page's rows in the query's direction, and one more if there is one. */
async function rowsFrom<Row extends StreamRow>(db: Db, scope: Scope, query: StreamQuery): Promise<Row[]> {
  const { table, cursor, limit } = query
  const begun = cursor && smibIn(table, cursor.position)
  const rows: Row[] = []
  let skip = query.offset
  for (const smib of await smibsOf(db, scope, query, begun)) {
    const one = { ...query, places: { ...query.places, smib: [smib] } }
    if (skip > 0) {
      const before = await countStream(db, scope, one, skip)
      if (before <= skip) {
        skip -= before
        continue
      }
    }
    const position = cursor && smib === begun ? cursor.position : null
    const left = limit - rows.length
    const piece = await readRows<Row>(db, scope, {
      ...one,
      offset: skip,
      limit: left,
      cursor: position && { side: 'after', position },
    })
    skip = 0
    rows.push(...piece.slice(0, left + 1))
    if (rows.length > limit) break
  }
  return rows
}

/** SMIBs that have rows in the period, by their MAC addresses (`smib_id` on the wire), from one of them on. */
async function smibsOf(
  db: Db,
  { tenantId }: Scope,
  { table, places, from, to, direction }: StreamFilter,
  begun: string | null,
): Promise<string[]> {
  const isUp = direction === 'asc'
  const way = sql.raw(direction)
  const conditions: RawBuilder<unknown>[] = [sql`r.smib_id = s.id`]
  if (from !== null) conditions.push(sql`r.server_time >= ${from}`)
  if (to !== null) conditions.push(sql`r.server_time < ${to}`)
  if (tenantId !== null) conditions.push(sql`r.tenant_id = ${tenantId}`)
  const smibs: RawBuilder<unknown>[] = [
    sql`exists (select 1 from ${sql.table(table)} as r
    where ${sql.join(conditions, sql` and `)})`,
  ]
  if (places.smib) smibs.push(places.smib.length > 0 ? sql`s.id in (${sql.join(places.smib)})` : sql`1 = 0`)
  if (begun !== null)
    smibs.push(
      sql`(s.mac, s.id) ${sql.raw(isUp ? '>=' : '<=')} (select b.mac, b.id from smibs as b where b.id = ${begun})`,
    )
  const { rows } = await sql<{ id: string }>`select s.id from smibs as s where ${sql.join(smibs, sql` and `)}
    order by s.mac ${way}, s.id ${way}`.execute(db)
  return rows.map(({ id }) => id)
}

const smibIn = (table: StreamFilter['table'], position: Position): string =>
  String(position[Object.keys(keyOf(table)).indexOf('smib_id')])

/** Keys of all rows in that order, for a file. */
export async function* keysBySmib(
  db: Db,
  scope: Scope,
  query: StreamFilter,
  most: number,
  piece?: number,
): AsyncGenerator<string[], void> {
  let left = most
  for (const smib of await smibsOf(db, scope, query, null)) {
    const one = { ...query, places: { ...query.places, smib: [smib] } }
    for await (const keys of keysInPieces(db, scope, one, left, piece)) {
      left -= keys.length
      yield keys
    }
  }
}
