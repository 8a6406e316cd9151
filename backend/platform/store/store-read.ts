/** Reading a store: the page, its total and its export go through one predicate, so they cannot disagree. */
import { sql, type RawBuilder } from 'kysely'
import { MAX_ROWS_PER_PAGE, type ListAnswer, type ListRequest, type Matching } from '../contract/list'
import { Problem } from '../contract/problem'
import type { Scope } from '../request/actor'
import { noSuch } from './store-missing'
import type { Stored } from './columns'
import type { Db } from '../db/database'
import type { StoreBase, Reading } from './store-spec'
import {
  conditions,
  count,
  every,
  narrowingOf,
  owned,
  predicate,
  inlineTotal,
  isNarrowed,
  tenantOf,
  totalOf,
} from './store-predicate'
import { orderOf, type Order } from './store-order'
import { CHUNK, readFrom, rowsOf } from './store-rows'
import { isNarrowed as isNarrowedDb } from '../db/narrowed'

export async function listRows(
  { contract, spec }: StoreBase,
  db: Db,
  scope: Scope,
  request: ListRequest,
  now: number,
  best?: string,
): Promise<ListAnswer<Stored>> {
  const store = { contract, spec }
  const narrowing = await narrowingOf(store, db, scope, withThisPage(request), now)
  const order = orderOf(store, db, request, {
    isWhole: !isNarrowed(narrowing),
    tenantId: tenantOf(narrowing),
    best,
  })
  // A search that looks at every row counts on the way, so that it reads them once; a list that is found by index, and
  // a search that an index counts up to a number, is counted at the same time by another reader.
  const inlined = inlineTotal(store, narrowing)
  const { capped } = narrowing
  const together = inlined === undefined && capped === undefined && request.query.trim() !== ''
  const part = (by: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
    sql`(select t.id as id ${together ? sql`, count(*) over() as total` : sql``} from ${order.from}
      where ${predicate(narrowing)} order by ${by} ${limit}) as found`
  const offset = request.page * request.rowsPerPage
  const found =
    inlined && offset >= DEEP && !isNarrowedDb(db)
      ? fromEitherEnd(part, order, { total: inlined, offset, rows: request.rowsPerPage })
      : part(order.by, sql`limit ${request.rowsPerPage} offset ${offset}`)
  // A left join, though each id has its row: otherwise SQLite may begin with the table. A view would be read whole for
  // a left join; a cross join keeps the order too.
  const isView = spec.rowsOf !== undefined
  const reading = readFrom(
    store,
    db,
    isView
      ? sql`${found} cross join ${sql.table(spec.table)} as t`
      : sql`${found} left join ${sql.table(spec.table)} as t on t.id = found.id`,
    now,
    {
      fields: request.fields,
      joined: order.joined,
      more: together
        ? sql`, found.total as found__total`
        : inlined
          ? sql`, ${inlined} as found__total`
          : sql``,
      last: isView ? sql`where t.id = found.id order by ${order.by}` : sql`order by ${order.by}`,
    },
  )
  const [page, apart] = await Promise.all([
    reading,
    together || inlined ? undefined : count(store, db, narrowing),
  ])
  const rows = page.map(({ wire }) => wire)
  await addTo(store, { db, scope }, rows, request.fields)
  if (capped && Number(apart) > capped.most) return { rows, total: capped.most, capped: true, as_of: now }
  // A page beyond the last found no row to carry the total.
  const total = apart ?? page[0]?.row.found__total ?? (await count(store, db, narrowing))
  return { rows, total: Number(total), as_of: now }
}

/** A total that is not counted to its end still says whether another page follows the requested one. */
const withThisPage = (request: ListRequest): ListRequest =>
  request.countUpTo === undefined
    ? request
    : {
        ...request,
        countUpTo: Math.max(request.countUpTo, (request.page + 1) * request.rowsPerPage),
      }

/**
 * From so many rows on a page is worth looking for from the list's end. Not where rules hide rows: what triggers have
 * counted is then counted anew, each time that it is named.
 */
const DEEP = 1_000

/**
 * A page of the second half is found from the end, so that the last one costs what the first does. The statement itself
 * knows the total, so the page is the same either way.
 */
function fromEitherEnd(
  part: (by: RawBuilder<unknown>, limit: RawBuilder<unknown>) => RawBuilder<unknown>,
  { by, reversed }: Order,
  { total, offset, rows }: { total: RawBuilder<number>; offset: number; rows: number },
): RawBuilder<unknown> {
  const isLate = sql`${total} < ${2 * offset}`
  const after = sql`(${total} - ${offset + rows})`
  return sql`(select id from ${part(by, sql`limit case when ${isLate} then 0 else ${rows} end offset ${offset}`)}
    union all
    select id from ${part(
      reversed,
      sql`limit case when not ${isLate} or ${total} <= ${offset} then 0
          when ${after} < 0 then ${rows} + ${after} else ${rows} end
        offset case when ${after} < 0 then 0 else ${after} end`,
    )}) as found`
}

export async function readRow(
  store: StoreBase,
  db: Db,
  scope: Scope,
  id: string,
  now: number,
): Promise<Stored> {
  const [row] = await readRows(store, db, scope, [id], now)
  if (!row) throw await noSuch(store, db, scope, [id])
  await store.spec.more?.({ db, scope, now }, row)
  return row
}

/** In the order of the ids. Throws 404 when one of them is not there or not in scope: a command does all or nothing. */
export async function readRows(
  store: StoreBase,
  db: Db,
  scope: Scope,
  ids: string[],
  now: number,
): Promise<Stored[]> {
  const visible = await visibleOf(store, db, scope, ids)
  if (ids.some(id => !visible.has(id))) throw await noSuch(store, db, scope, ids)
  return wholeRows(store, db, scope, ids, now)
}

async function wholeRows(
  store: StoreBase,
  db: Db,
  scope: Scope,
  ids: string[],
  now: number,
): Promise<Stored[]> {
  const rows = await rowsOf(store, db, ids, now)
  await addTo(store, { db, scope }, rows)
  return rows
}

async function addTo(
  { spec }: StoreBase,
  reading: Pick<Reading, 'db' | 'scope'>,
  rows: readonly Stored[],
  fields?: readonly string[],
): Promise<void> {
  for (const [field, add] of Object.entries(spec.adds ?? {}))
    if (!fields || fields.includes(field)) await add(reading, rows)
}

/** As `readRows`, without those that are gone or not in scope. */
export async function presentRows(
  store: StoreBase,
  db: Db,
  scope: Scope,
  ids: string[],
  now: number,
): Promise<Stored[]> {
  const visible = await visibleOf(store, db, scope, ids)
  return wholeRows(
    store,
    db,
    scope,
    ids.filter(id => visible.has(id)),
    now,
  )
}

async function visibleOf(store: StoreBase, db: Db, scope: Scope, ids: string[]): Promise<Set<string>> {
  const visible = new Set<string>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { rows } = await sql<{
      id: string
    }>`select t.id as id from ${sql.table(store.spec.table)} as t where ${every([...owned(store, scope), sql`t.id in (${sql.join(ids.slice(start, start + CHUNK))})`])}`.execute(
      db,
    )
    for (const { id } of rows) visible.add(id)
  }
  return visible
}

/** Ids of everything that a list's filters match, in id order: what a bulk command over "all matching" works on. */
export async function idsMatching(
  store: StoreBase,
  db: Db,
  scope: Scope,
  request: Matching,
  now: number,
): Promise<string[]> {
  const where = await conditions(store, db, scope, request, now)
  const { rows } = await sql<{
    id: string
  }>`select t.id as id from ${sql.table(store.spec.table)} as t where ${where} order by t.id limit ${MAX_ROWS_PER_PAGE + 1}`.execute(
    db,
  )
  if (rows.length > MAX_ROWS_PER_PAGE)
    throw new Problem(413, 'too_many', { details: { limit: MAX_ROWS_PER_PAGE } })
  return rows.map(row => row.id)
}

/**
 * Ids of everything that a list finds, in its order: one statement, so a list that changes meanwhile is still whole.
 */
export async function idsInOrder(
  store: StoreBase,
  db: Db,
  scope: Scope,
  request: ListRequest,
  most: number,
  now: number,
): Promise<string[]> {
  const narrowing = await narrowingOf(store, db, scope, request, now)
  const order = orderOf(store, db, request, {
    isWhole: !isNarrowed(narrowing),
    tenantId: tenantOf(narrowing),
  })
  const { rows } = await sql<{
    id: string
  }>`select t.id as id from ${order.from} where ${predicate(narrowing)} order by ${order.by} limit ${most + 1}`.execute(
    db,
  )
  if (rows.length > most) throw new Problem(413, 'too_many', { details: { limit: most } })
  return rows.map(row => row.id)
}

export const countRows = async (
  store: StoreBase,
  db: Db,
  scope: Scope,
  request: Matching,
  now: number,
): Promise<number> => count(store, db, await narrowingOf(store, db, scope, request, now))

export const totalRows = async (
  store: StoreBase,
  db: Db,
  scope: Scope,
  request: Matching,
  now: number,
): Promise<RawBuilder<number>> => totalOf(store, await narrowingOf(store, db, scope, request, now))
