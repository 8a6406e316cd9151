/**
 * Newest first through indexes only: one branch for each requested slot, SMIB or location, each stopping at the
 * page's end, merged. So a list costs what it shows, however much there is.
 */
import { sql, type RawBuilder } from 'kysely'
import { MAX_ROWS_PER_PAGE, RAW_TOTAL_CAP } from '../../platform/contract/list'
import { Problem } from '../../platform/contract/problem'
import { readWide, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { isNumbered, numberOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
import {
  cursorBounds,
  cursorOf,
  keyOf,
  orderBy,
  positionOf,
  readCursor,
  sortRows,
  type StreamTable,
} from './stream-order'
import { cutOf, skippedByTime, type Cut } from './page-bounds'
import { FEW_ROWS, unionsOf, type Bounds, type Union } from './union-query'
import type { StreamFilter, StreamQuery } from './stream-filter'

export interface StreamRow {
  server_time: number
  server_nano: number
  message_seq_nr: number | null
  event_seq_nr?: number | null
  smib_id: string | null
  slot_id: string | null
  location_id: string
  tenant_id: string
  run: number | null
}
export interface StreamPage<Row> {
  rows: Row[]
  total: number
  capped: boolean
  /** For the pages before and after this one; null where nothing is. */
  cursors: { before: string | null; after: string | null }
}

/** So many rows are skipped by their times alone before they are read. */
const FEW_SKIPPED = 200

export async function readStream<Row extends StreamRow>(
  db: Db,
  scope: Scope,
  query: StreamQuery,
): Promise<StreamPage<Row>> {
  const unions = await unionsOf(db, scope, query)
  const { limit, offset } = query
  // Of several statements each has to give all that comes before the page.
  if (unions.length > 1 && offset + limit > RAW_TOTAL_CAP + MAX_ROWS_PER_PAGE)
    throw new Problem(422, 'invalid', {
      fields: { page: [{ code: 'too_big', params: { max: Math.floor(RAW_TOTAL_CAP / limit) } }] },
    })
  const [rows, total] = await Promise.all([
    rowsInPieces<Row>(db, query, unions),
    countOf(db, unions, RAW_TOTAL_CAP),
  ])
  const isMore = rows.length > limit
  const backwards = query.cursor?.side === 'before'
  const page = backwards ? rows.slice(-limit) : rows.slice(0, limit)
  const [first, last] = [page[0], page.at(-1)]
  const isBefore = backwards ? isMore : query.cursor !== null || offset > 0
  const isAfter = backwards || isMore
  return {
    rows: page,
    total: Math.min(total, RAW_TOTAL_CAP),
    capped: total > RAW_TOTAL_CAP,
    cursors: {
      before: first && isBefore ? cursorOf(query.table, first) : null,
      after: last && isAfter ? cursorOf(query.table, last) : null,
    },
  }
}

/** The page's rows in the list's order and one more if there is one, without counting. */
export const readRows = async <Row extends StreamRow>(db: Db, scope: Scope, query: StreamQuery) =>
  rowsInPieces<Row>(db, query, await unionsOf(db, scope, query))

/**
 * Rows that are read at once: more of them would hold the event loop when they arrive, and could not be left off in
 * between.
 */
const ROWS_AT_ONCE = 1_000

/** As `rowsOfPage`; a long page piece by piece, each behind the last row of the one before. */
async function rowsInPieces<Row extends StreamRow>(
  db: Db,
  query: StreamQuery,
  unions: readonly Union[],
): Promise<Row[]> {
  if (query.limit <= ROWS_AT_ONCE || query.cursor?.side === 'before') return rowsOfPage(db, query, unions)
  const rows: Row[] = []
  for (let pieceQuery = query; ;) {
    const left = query.limit - rows.length
    const limit = Math.min(left, ROWS_AT_ONCE)
    const piece = await rowsOfPage<Row>(db, { ...pieceQuery, limit }, unions)
    const last = piece[limit - 1]
    if (piece.length <= limit || limit === left || !last) return rows.concat(piece)
    rows.push(...piece.slice(0, limit))
    pieceQuery = { ...query, offset: 0, cursor: { side: 'after', position: positionOf(query.table, last) } }
  }
}

/** The page's rows in the list's order, and one more in the direction of reading if there is one. */
async function rowsOfPage<Row extends StreamRow>(
  db: Db,
  query: StreamQuery,
  unions: readonly Union[],
): Promise<Row[]> {
  const { table, direction, limit, cursor } = query
  const backwards = cursor?.side === 'before'
  const order = orderBy(table, direction, backwards)
  const [only] = unions
  const { skipped, bounds } =
    unions.length === 1 && only && query.offset >= FEW_SKIPPED
      ? await skippedByTime(db, query, only)
      : { skipped: 0, bounds: cursor ? cursorBounds(table, direction, cursor) : {} }
  const offset = query.offset - skipped
  const [first, left] = unions.length > 1 ? [offset + limit + 1, 0] : [limit + 1, offset]
  const found = await Promise.all(
    unions.map(union => {
      const most = first + left
      const cut = union.isOneBranchForMany && most <= FEW_ROWS ? cutOf(query, union, bounds, most) : null
      const within = cut
        ? { ...bounds, condition: sql`${bounds.condition ?? sql``} ${cut.condition}` }
        : bounds
      const keys = union.page(keysIn(table), within, { order, limit: most })
      return pageOf<Row>(db, query, sql`${keys} ${order} limit ${first} offset ${left}`, cut)
    }),
  )
  const rows = found.flat()
  // Rows that are fetched by their ids, by several statements, or backwards, are in no order.
  if (table === 'events' || unions.length > 1 || backwards) sortRows(rows, table, direction)
  if (backwards) return rows.slice(-(limit + 1))
  return rows.slice(offset - left, offset - left + limit + 1)
}

/** How many there are; counting stops at one more than `most`. */
export const countStream = async (db: Db, scope: Scope, query: StreamFilter, most: number): Promise<number> =>
  countOf(db, await unionsOf(db, scope, query), most)

/**
 * What the branches give for a page: of events only what they are put in order by, so that a deep page does not fetch
 * what it skips.
 */
const keysIn = (table: StreamTable) =>
  table === 'events' ? sql.join(Object.keys(keyOf(table)).map(name => sql.ref(name))) : sql`*`

async function pageOf<Row>(
  db: Db,
  { table }: StreamFilter,
  keys: RawBuilder<unknown>,
  cut: Cut | null,
): Promise<Row[]> {
  const page = table === 'events' ? sql`select e.* from (${keys}) as k join events as e on e.id = k.id` : keys
  const { rows } = await (cut ? sql<Row>`with ${cut.named} ${page}` : sql<Row>`${page}`).execute(db)
  return rows
}

/** Counting stops as soon as enough are found, whichever branches they are in. */
async function countOf(db: Db, unions: readonly Union[], most: number): Promise<number> {
  let total = 0
  for (const union of unions) {
    const limit = most - total + 1
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from (${union.count(sql`1 as one`, {}, { limit })} limit ${limit}) as counted`.execute(
      db,
    )
    total += Number(rows[0]?.n ?? 0)
    if (total > most) break
  }
  return total
}

/** How a row is known in a file that is being written: an event by its id, others by their position. */
const fileKeyOf = (table: StreamTable, row: object): string =>
  table === 'events' ? String((row as { id: unknown }).id) : cursorOf(table, row)

/** Keys that are in memory at a time. */
const KEYS_AT_ONCE = 50_000

/**
 * Keys of all rows there are, in their order, piece by piece: each goes on behind the last row of the one before, so
 * that none is there twice and none is left out by others that come and go. 413 when they are more than `most`.
 */
export async function* keysInPieces(
  db: Db,
  scope: Scope,
  query: StreamFilter,
  most: number,
  piece = KEYS_AT_ONCE,
): AsyncGenerator<string[], void> {
  const { table, direction } = query
  const columns = sql.join(Object.keys(keyOf(table)).map(name => sql.ref(name)))
  const unions = await unionsOf(db, scope, query)
  const order = orderBy(table, direction)
  let bounds: Bounds = {}
  for (let found = 0; ;) {
    let rows: object[] = []
    for (const union of unions)
      rows = rows.concat(
        await readWide<object>(
          db,
          sql`${union.page(columns, bounds, { order, limit: piece })} ${order} limit ${piece}`,
        ),
      )
    if (unions.length > 1) {
      sortRows(rows, table, direction)
      rows = rows.slice(0, piece)
    }
    const last = rows.at(-1)
    if (!last) return
    found += rows.length
    if (found > most) throw new Problem(413, 'too_many', { details: { limit: most } })
    yield rows.map(row => fileKeyOf(table, row))
    if (rows.length < piece) return
    bounds = cursorBounds(table, direction, { side: 'after', position: positionOf(table, last) })
  }
}

/** By the number where rows carry one. */
const isSame = (table: StreamTable, name: string): RawBuilder<unknown> =>
  name.endsWith('_id') && isNumbered(table)
    ? sql`${sql.ref(`t.${name.replace('_id', '_nr')}`)} = ${numberOf(sql.ref(`b.${name}`))}`
    : sql`${sql.ref(`t.${name}`)} = ${sql.ref(`b.${name}`)}`

/** Rows of these keys, in their order, as far as they are still there and in scope. */
export async function rowsOf<Row extends object>(
  db: Db,
  { tenantId }: Scope,
  table: StreamTable,
  keys: readonly string[],
): Promise<Row[]> {
  // An event number is part of no key, and may be missing.
  const columns = Object.fromEntries(
    Object.entries(keyOf(table)).filter(([name]) =>
      table === 'events' ? name === 'id' : name !== 'event_seq_nr',
    ),
  )
  const names = Object.keys(keyOf(table))
  const wanted = keys.map(key => {
    const position =
      table === 'events' ? names.map(name => (name === 'id' ? key : null)) : readCursor(table, key)
    return Object.fromEntries(names.map((name, nr) => [name, position?.[nr] ?? null]))
  })
  const rows = await readWide<Row>(
    db,
    sql`select t.* from ${rowsAsTable(db, columns, wanted)}
    cross join ${sql.table(table)} as t where ${sql.join(
      Object.keys(columns).map(name => isSame(table, name)),
      sql` and `,
    )} ${tenantId === null ? sql`` : sql`and t.tenant_id = ${tenantId}`}`,
  )
  const byKey = new Map(rows.map(row => [fileKeyOf(table, row), row]))
  return keys.flatMap(key => byKey.get(key) ?? [])
}
