/** Reading a store: the page, its total and its export go through one predicate, so they cannot disagree. */
import { sql, type RawBuilder } from 'kysely'
import { MAX_ROWS_PER_PAGE, type ListAnswer, type ListRequest, type Matching } from '../contract/list'
import { fold } from '../contract/fold'
import { Problem } from '../contract/problem'
import type { Scope } from '../request/actor'
import { noSuch } from './store-missing'
import { alias, joinOf, type Stored } from './columns'
import type { Db } from '../db/database'
import type { StoreBase, Reading } from './store-spec'
import {
  columnOf,
  conditions,
  count,
  every,
  narrowingOf,
  owned,
  predicate,
  t,
  inlineTotal,
  totalOf,
  unusable,
} from './store-predicate'
import { CHUNK, readFrom, rowsOf } from './store-rows'

export async function listRows(
  { contract, spec }: StoreBase,
  db: Db,
  scope: Scope,
  request: ListRequest,
  now: number,
  best?: string,
): Promise<ListAnswer<Stored>> {
  const store = { contract, spec }
  const order = orderOf(store, request, best)
  const narrowing = await narrowingOf(store, db, scope, request, now)
  // A search has to look at every row anyway, so it counts on the way; a list that is found by index is counted at the
  // same time by another reader.
  const together = request.query.trim() !== ''
  const inlined = inlineTotal(store, db, narrowing)
  const found = sql`(select t.id as id ${together ? sql`, count(*) over() as total` : sql``} from ${sql.table(spec.table)} as t ${order.join}
    where ${predicate(narrowing)} order by ${order.by} limit ${request.rowsPerPage} offset ${request.page * request.rowsPerPage}) as found`
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
  // A page beyond the last found no row to carry the total.
  const total = apart ?? page[0]?.row.found__total ?? (await count(store, db, narrowing))
  return { rows, total: Number(total), as_of: now }
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

function orderOf(
  { contract, spec }: StoreBase,
  { sortBy, sortDirection }: ListRequest,
  best?: string,
): { by: RawBuilder<unknown>; join: RawBuilder<unknown> } {
  const joins: RawBuilder<unknown>[] = []
  const fields = sortBy.map(wire => (wire === 'id' ? '_id' : wire))
  if (new Set(fields).size < fields.length) throw unusable('sortBy', 'repeated')
  const keys = fields.map((field, index) => {
    const direction = sortDirection[index] === 'DESC' ? sql`desc` : sql`asc`
    if (field === '_id') return sql`t.id ${direction}`
    if (!contract.sort.includes(field))
      throw new Problem(422, 'invalid', { fields: { sortBy: [{ code: 'unknown_field' }] } })
    const map = columnOf(spec.columns, field)
    if (map.reference) {
      joins.push(joinOf(field, map.reference))
      return sql`${sql.ref(`${alias(field)}.${map.reference.label}`)} ${direction} nulls last`
    }
    return sql`${t(map.column ?? field)} ${direction} nulls last`
  })
  const idLast = fields.includes('_id') ? [] : [sql`t.id desc`]
  const bestFirst = best === undefined ? [] : [rankOf(best)]
  return { by: sql.join([...bestFirst, ...keys, ...idLast]), join: sql.join(joins, sql` `) }
}

/** Folded words of a row begin with its name: a name that is the query is best, then one that begins with its words. */
function rankOf(query: string): RawBuilder<unknown> {
  const text = fold(query).trim().replace(/\s+/g, ' ')
  const pattern = text.replace(/[\\%_]/g, '\\$&')
  const like = (wanted: string) => sql`${t('search')} like ${wanted} escape '\\'`
  return sql`case when ${t('search')} = ${text} then 0 when ${like(`${pattern} %`)} then 1
    when ${like(`% ${pattern}`)} or ${like(`% ${pattern} %`)} then 2 when ${like(`${pattern}%`)} then 3 else 4 end`
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
  const order = orderOf(store, request)
  const where = await conditions(store, db, scope, request, now)
  const { rows } = await sql<{
    id: string
  }>`select t.id as id from ${sql.table(store.spec.table)} as t ${order.join} where ${where} order by ${order.by} limit ${most + 1}`.execute(
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
): Promise<RawBuilder<number>> => totalOf(store, db, await narrowingOf(store, db, scope, request, now))
