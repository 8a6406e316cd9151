/**
 * Newest first through indexes only: one branch for each slot, SMIB or location asked for, each stopping at the page's end, merged.
 * So a list costs what it shows, however much there is.
 */
import { sql, type RawBuilder } from 'kysely'
import { MAX_ROWS_PER_PAGE, RAW_TOTAL_CAP } from '../contract/list'
import { Problem } from '../contract/problem'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { branchesFor } from './stream-branches'
import {
  besideIn,
  cursorOf,
  isUp,
  keyOf,
  orderBy,
  readCursor,
  sortRows,
  type Beside,
  type Direction,
  type StreamTable,
} from './stream-order'
import type { StreamSearch } from './stream-search'

export interface Places {
  tenant?: string[]
  location?: string[]
  slot?: string[]
  smib?: string[]
}
/** What is looked for, in which order. */
export interface StreamFilter {
  table: StreamTable
  places: Places
  /** Exact conditions beside the places: column → any of these. */
  also: Record<string, (string | number)[]>
  search: StreamSearch | null
  withArchived: boolean
  from: number | null
  to: number | null
  direction: Direction
}
export interface StreamQuery extends StreamFilter {
  limit: number
  offset: number
  /** Instead of an offset: rows beside a position, at no cost for how deep it is. */
  beside: Beside | null
}
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

/** SQLite joins at most 500 selects. */
const MOST_BRANCHES = 200
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
    rowsOfPage<Row>(db, query, unions),
    countOf(db, unions, RAW_TOTAL_CAP),
  ])
  const isMore = rows.length > limit
  const backwards = query.beside?.side === 'before'
  const page = backwards ? rows.slice(-limit) : rows.slice(0, limit)
  const [first, last] = [page[0], page.at(-1)]
  const isBefore = backwards ? isMore : query.beside !== null || offset > 0
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

/** The page's rows in the list's order, and one more in the direction of reading if there is one. */
async function rowsOfPage<Row extends StreamRow>(
  db: Db,
  query: StreamQuery,
  unions: readonly Union[],
): Promise<Row[]> {
  const { table, direction, limit, beside } = query
  const backwards = beside?.side === 'before'
  const order = orderBy(table, direction, backwards)
  const [only] = unions
  const { skipped, bounds } =
    unions.length === 1 && only && query.offset >= FEW_SKIPPED
      ? await skippedByTime(db, query, only)
      : { skipped: 0, bounds: beside ? besideIn(table, direction, beside) : {} }
  const offset = query.offset - skipped
  const [first, left] = unions.length > 1 ? [offset + limit + 1, 0] : [limit + 1, offset]
  const found = await Promise.all(
    unions.map(union =>
      pageOf<Row>(
        db,
        query,
        sql`${union.page(keysIn(table), bounds)} ${order} limit ${first} offset ${left}`,
      ),
    ),
  )
  const rows = found.flat()
  // Rows that are fetched by their ids, by several statements, or backwards, are in no order.
  if (table === 'events' || unions.length > 1 || backwards) sortRows(rows, table, direction)
  if (backwards) return rows.slice(-(limit + 1))
  return rows.slice(offset - left, offset - left + limit + 1)
}

/** A page far down is found by its index alone as far as rows are told apart by time: only what is on it is read. */
async function skippedByTime(
  db: Db,
  { offset, direction }: StreamQuery,
  union: Union,
): Promise<{ skipped: number; bounds: Bounds }> {
  const up = isUp(direction, false)
  const [way, last, than] = up ? ['asc', 'max', '<'] : ['desc', 'min', '>']
  const { rows } = await sql<{ at: number | null; skipped: number }>`
    with k as materialized (${union.count(sql`server_time`)} order by server_time ${sql.raw(way)} limit ${offset + 1})
    select e.at, (select count(*) from k where server_time ${sql.raw(than)} e.at) as skipped
    from (select ${sql.raw(last)}(server_time) as at from k) as e`.execute(db)
  const at = rows[0]?.at
  if (at === null || at === undefined) return { skipped: 0, bounds: {} }
  return {
    skipped: Number(rows[0]?.skipped ?? 0),
    bounds: up ? { from: Number(at) } : { to: Number(at) + 1 },
  }
}

/** How many there are; counting stops at one more than `most`. */
export const countStream = async (db: Db, scope: Scope, query: StreamFilter, most: number): Promise<number> =>
  countOf(db, await unionsOf(db, scope, query), most)

/** What the branches give for a page: of events only what they are put in order by, so that a deep page does not fetch what it skips. */
const keysIn = (table: StreamTable) =>
  table === 'events' ? sql.join(Object.keys(keyOf(table)).map(name => sql.ref(name))) : sql`*`

async function pageOf<Row>(db: Db, { table }: StreamFilter, keys: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } =
    table === 'events'
      ? await sql<Row>`select e.* from (${keys}) as k join events as e on e.id = k.id`.execute(db)
      : await sql<Row>`${keys}`.execute(db)
  return rows
}

/** Counting stops as soon as enough are found, whichever branches they are in. */
async function countOf(db: Db, unions: readonly Union[], most: number): Promise<number> {
  let total = 0
  for (const union of unions) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from (${union.count(sql`1 as one`)} limit ${most - total + 1}) as counted`.execute(
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

/**
 * Keys of all rows there are, in their order: in one statement unless there are more locations than one takes. 413 when they are more than
 * `most`.
 */
export async function keysInOrder(
  db: Db,
  scope: Scope,
  query: StreamFilter,
  most: number,
): Promise<string[]> {
  const { table, direction } = query
  const columns = sql.join(Object.keys(keyOf(table)).map(name => sql.ref(name)))
  const unions = await unionsOf(db, scope, query)
  const found: object[] = []
  for (const union of unions) {
    const { rows } =
      await sql<object>`${union.page(columns, {})} ${orderBy(table, direction)} limit ${most + 1}`.execute(db)
    found.push(...rows)
    if (found.length > most) throw new Problem(413, 'too_many', { details: { limit: most } })
  }
  if (unions.length > 1) sortRows(found, table, direction)
  return found.map(row => fileKeyOf(table, row))
}

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
  const { rows } = await sql<Row>`select t.* from ${rowsAsTable(db, columns, wanted)}
    join ${sql.table(table)} as t on ${sql.join(
      Object.keys(columns).map(name => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`b.${name}`)}`),
      sql` and `,
    )} ${tenantId === null ? sql`` : sql`where t.tenant_id = ${tenantId}`}`.execute(db)
  const byKey = new Map(rows.map(row => [fileKeyOf(table, row), row]))
  return keys.flatMap(key => byKey.get(key) ?? [])
}

/** On top of the period. */
interface Bounds {
  from?: number
  to?: number
  condition?: RawBuilder<unknown>
}
/** Branches of one statement: `what` of each. Each is read in its index's order, and no further than the statement's own limit asks. */
interface Union {
  page: (what: RawBuilder<unknown>, bounds: Bounds) => RawBuilder<unknown>
  /** The same rows, with the fewest conditions: what an index tells is not looked up in the row. */
  count: (what: RawBuilder<unknown>) => RawBuilder<unknown>
}

async function unionsOf(db: Db, scope: Scope, query: StreamFilter): Promise<Union[]> {
  const { starts, implies } = await branchesFor(db, scope, query)
  const archived = query.withArchived || !(await isAnyArchived(db, scope)) ? sql`` : notArchived
  const every = conditionsOf(scope, query)
  const unionOf =
    (some: readonly RawBuilder<unknown>[], conditions: readonly Condition[]) =>
    (what: RawBuilder<unknown>, bounds: Bounds) => {
      const condition = sql.join(
        [...conditions.map(one => one.condition), archived, ...within(query, bounds)],
        sql` `,
      )
      return sql.join(
        some.map(start => sql`select ${what} from ${sql.table(query.table)} where ${start} ${condition}`),
        sql` union all `,
      )
    }
  return Array.from({ length: Math.ceil(starts.length / MOST_BRANCHES) }, (_, nr): Union => {
    const some = starts.slice(nr * MOST_BRANCHES, (nr + 1) * MOST_BRANCHES)
    const counted = unionOf(
      some,
      every.filter(({ column }) => !implies.includes(column)),
    )
    return { page: unionOf(some, every), count: what => counted(what, {}) }
  })
}

/** The period narrowed by the bounds: one bound on the time at each end, since an index takes one. */
function within({ from, to }: StreamFilter, bounds: Bounds): RawBuilder<unknown>[] {
  const first = Math.max(from ?? -Infinity, bounds.from ?? -Infinity)
  const last = Math.min(to ?? Infinity, bounds.to ?? Infinity)
  return [
    ...(Number.isFinite(first) ? [sql`and server_time >= ${first}`] : []),
    ...(Number.isFinite(last) ? [sql`and server_time < ${last}`] : []),
    ...(bounds.condition ? [bounds.condition] : []),
  ]
}

interface Condition {
  /** Empty: of no column alone. */
  column: string
  condition: RawBuilder<unknown>
}

function conditionsOf({ tenantId }: Scope, { places, also, search }: StreamFilter): Condition[] {
  const exact = Object.entries({
    slot_id: places.slot,
    smib_id: places.smib,
    location_id: places.location,
    tenant_id: places.tenant,
    ...also,
  })
  return [
    ...(tenantId === null ? [] : [{ column: 'tenant_id', condition: sql`and tenant_id = ${tenantId}` }]),
    ...exact.flatMap(([column, values]): Condition[] =>
      values
        ? [
            {
              column,
              condition:
                values.length === 0 ? sql`and 1 = 0` : sql`and ${sql.ref(column)} in (${sql.join(values)})`,
            },
          ]
        : [],
    ),
    ...(search === null ? [] : [{ column: '', condition: search.condition }]),
  ]
}

const archived = sql`select id from slots where archived_at is not null`
const notArchived = sql`and (slot_id is null or slot_id not in (${archived}))`

async function isAnyArchived(db: Db, { tenantId }: Scope): Promise<boolean> {
  const { rows } =
    await sql`${archived} ${tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`} limit 1`.execute(db)
  return rows.length > 0
}
