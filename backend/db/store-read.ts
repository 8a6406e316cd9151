/** Reading a store: the page, its total and its export go through one predicate, so they cannot disagree. */
import { sql, type RawBuilder } from 'kysely'
import {
  MAX_FILTER_VALUES,
  MAX_ROWS_PER_PAGE,
  type ExactValue,
  type ListAnswer,
  type ListRequest,
  type Matching,
} from '../contract/list'
import { id as idShape } from '../contract/primitives'
import { Problem } from '../contract/problem'
import type { Scope } from '../http/actor'
import { alias, joinOf, type ColumnMap, type Stored } from './columns'
import { countPresent, countWhere } from './count'
import type { Db } from './database'
import { hasWords } from './has-words'
import type { FilterReading, Machinery, Reading } from './store'
import { CHUNK, common, readFrom, rowsOf } from './store-rows'

const t = (column: string) => sql.ref(`t.${column}`)

export async function listRows(
  { contract, spec }: Machinery,
  db: Db,
  scope: Scope,
  request: ListRequest,
  now: number,
): Promise<ListAnswer<Stored>> {
  const machinery = { contract, spec }
  const order = orderOf(machinery, request)
  const narrowing = await narrowingOf(machinery, db, scope, request, now)
  // A search has to look at every row anyway, so it counts on the way; a plain list is found by index, and counted at the same time by another reader.
  const together = request.query.trim() !== ''
  const found = sql`(select t.id as id ${together ? sql`, count(*) over() as total` : sql``} from ${sql.table(spec.table)} as t ${order.join}
    where ${predicate(narrowing)} order by ${order.by} limit ${request.rowsPerPage} offset ${request.page * request.rowsPerPage}) as found`
  // A left join, though each id has its row: otherwise SQLite may begin with the table. A view would be read whole for a left join; a cross join keeps the order too.
  const isView = spec.rowsOf !== undefined
  const reading = readFrom(
    machinery,
    db,
    isView
      ? sql`${found} cross join ${sql.table(spec.table)} as t`
      : sql`${found} left join ${sql.table(spec.table)} as t on t.id = found.id`,
    now,
    {
      fields: request.fields,
      more: together ? sql`, found.total as found__total` : sql``,
      last: isView ? sql`where t.id = found.id order by ${order.by}` : sql`order by ${order.by}`,
    },
  )
  const [page, apart] = await Promise.all([reading, together ? undefined : count(machinery, db, narrowing)])
  const rows = page.map(({ wire }) => wire)
  await addTo(machinery, { db, scope }, rows, request.fields)
  // A page beyond the last found no row to carry the total.
  const total = apart ?? page[0]?.row.found__total ?? (await count(machinery, db, narrowing))
  return { rows, total: Number(total), as_of: now }
}

export async function readRow(
  machinery: Machinery,
  db: Db,
  scope: Scope,
  id: string,
  now: number,
): Promise<Stored> {
  const [row] = await readRows(machinery, db, scope, [id], now)
  if (!row) throw new Problem(404, 'not_found', { message: `No such ${machinery.contract.one}` })
  await machinery.spec.more?.({ db, scope, now }, row)
  return row
}

/** In the order of the ids. Throws 404 when one of them is not there or not in scope: a command does all or nothing. */
export async function readRows(
  machinery: Machinery,
  db: Db,
  scope: Scope,
  ids: string[],
  now: number,
): Promise<Stored[]> {
  const visible = await visibleOf(machinery, db, scope, ids)
  if (ids.some(id => !visible.has(id)))
    throw new Problem(404, 'not_found', { message: `No such ${machinery.contract.one}` })
  return wholeRows(machinery, db, scope, ids, now)
}

async function wholeRows(
  machinery: Machinery,
  db: Db,
  scope: Scope,
  ids: string[],
  now: number,
): Promise<Stored[]> {
  const rows = await rowsOf(machinery, db, ids, now)
  await addTo(machinery, { db, scope }, rows)
  return rows
}

async function addTo(
  { spec }: Machinery,
  reading: Pick<Reading, 'db' | 'scope'>,
  rows: readonly Stored[],
  fields?: readonly string[],
): Promise<void> {
  for (const [field, add] of Object.entries(spec.adds ?? {}))
    if (!fields || fields.includes(field)) await add(reading, rows)
}

/** As `readRows`, without those that are gone or not in scope. */
export async function presentRows(
  machinery: Machinery,
  db: Db,
  scope: Scope,
  ids: string[],
  now: number,
): Promise<Stored[]> {
  const visible = await visibleOf(machinery, db, scope, ids)
  return wholeRows(
    machinery,
    db,
    scope,
    ids.filter(id => visible.has(id)),
    now,
  )
}

async function visibleOf(machinery: Machinery, db: Db, scope: Scope, ids: string[]): Promise<Set<string>> {
  const visible = new Set<string>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { rows } = await sql<{
      id: string
    }>`select t.id as id from ${sql.table(machinery.spec.table)} as t where ${every([...owned(machinery, scope), sql`t.id in (${sql.join(ids.slice(start, start + CHUNK))})`])}`.execute(
      db,
    )
    for (const { id } of rows) visible.add(id)
  }
  return visible
}

/** What a list shows: the archived rows, the others, or (null) both; whose, and what narrows it besides, as SQL. */
interface Narrowing {
  archived: boolean | null
  owner: Owner | null
  by: RawBuilder<boolean>[]
}
/** The tenant, and the column that names it. */
interface Owner {
  column: string
  tenantId: string
  /** Rows that everybody may read besides. */
  shared: RawBuilder<boolean> | undefined
}

async function narrowingOf(
  machinery: Machinery,
  db: Db,
  scope: Scope,
  request: Matching & Pick<ListRequest, 'show_all'>,
  now: number,
): Promise<Narrowing> {
  const filters = filtersOf(machinery, request)
  const archived = archivedIn(filters.get('archived'), request.show_all)
  filters.delete('archived')
  const active = activeIn(machinery, request)
  const { spec } = machinery
  const owner =
    scope.tenantId === null || spec.ownedBy === null
      ? null
      : { column: spec.ownedBy, tenantId: scope.tenantId, shared: spec.shared }
  const by = [...partOf(spec, scope), ...(spec.within ? [spec.within(now)] : []), ...(active ? [active] : [])]
  return {
    archived,
    owner,
    by: [...by, ...(await narrowed(machinery, { db, scope, now }, filters, request.query))],
  }
}

function archivedIn(value: ExactValue | undefined, showAll = false): boolean | null {
  if (value === undefined) return showAll ? null : false
  const asked = [value].flat()
  return asked.includes(true) && asked.includes(false) ? null : asked.includes(true)
}

const predicate = ({ archived, owner, by }: Narrowing): RawBuilder<boolean> =>
  every([
    ...(owner ? [belongsTo(owner)] : []),
    ...by,
    archived === null
      ? sql<boolean>`1 = 1`
      : archived
        ? sql<boolean>`${t('archived_at')} is not null`
        : sql<boolean>`${t('archived_at')} is null`,
  ])

export const conditions = async (...asked: Parameters<typeof narrowingOf>): Promise<RawBuilder<boolean>> =>
  predicate(await narrowingOf(...asked))

/** As many as the predicate finds, which is all that is not archived as long as nothing narrows it. */
function count({ spec: { table, rowsOf } }: Machinery, db: Db, narrowing: Narrowing): Promise<number> {
  const { archived, owner, by } = narrowing
  if (archived !== false || by.length > 0 || (owner && (owner.column !== 'tenant_id' || owner.shared)))
    return countWhere(table, predicate(narrowing), db)
  return countPresent(rowsOf ?? table, db, owner?.tenantId ?? null)
}

const every = (all: RawBuilder<boolean>[]): RawBuilder<boolean> => sql<boolean>`${sql.join(all, sql` and `)}`

/** 422 for a period of a list that has none, and for one that ends before it begins. */
function activeIn({ spec }: Machinery, { startDate, endDate }: Matching): RawBuilder<boolean> | undefined {
  if (startDate === undefined && endDate === undefined) return undefined
  if (!spec.activeBetween)
    throw new Problem(422, 'invalid', {
      fields: { [startDate === undefined ? 'endDate' : 'startDate']: [{ code: 'unknown_field' }] },
    })
  const [from, to] = [startDate, endDate].map(text => (text === undefined ? null : Date.parse(text))) as [
    number | null,
    number | null,
  ]
  if (from !== null && to !== null && from >= to)
    throw new Problem(422, 'invalid', { fields: { endDate: [{ code: 'not_after_start' }] } })
  return spec.activeBetween(from, to)
}

/** What a search and exact filters alone ask, whoever reads: the rule of a group is put into a list's predicate this way. */
async function narrowed(
  machinery: Machinery,
  { db, scope, now }: Reading,
  filters: Filters,
  query: string,
): Promise<RawBuilder<boolean>[]> {
  const matching = async (rule: Matching) =>
    every([
      sql<boolean>`1 = 1`,
      ...(await narrowed(machinery, { db, scope, now }, filtersOf(machinery, rule), rule.query)),
    ])
  const all: RawBuilder<boolean>[] = []
  for (const [field, values] of filters)
    all.push(await filterOf(machinery, field, values, { db, scope, now, matching }))
  return [...all, ...hasWords(t('search'), query)]
}

const belongsTo = ({ column, tenantId, shared }: Owner): RawBuilder<boolean> =>
  shared ? sql<boolean>`(${t(column)} = ${tenantId} or ${shared})` : sql<boolean>`${t(column)} = ${tenantId}`

/** Nothing for who sees every tenant, nor for what all tenants share, of a list that takes its table whole. */
const owned = ({ spec }: Machinery, { tenantId, ...scope }: Scope): RawBuilder<boolean>[] => [
  ...(tenantId === null || spec.ownedBy === null
    ? []
    : [belongsTo({ column: spec.ownedBy, tenantId, shared: spec.shared })]),
  ...partOf(spec, scope),
]

const partOf = (
  { only, seenBy }: Machinery['spec'],
  { asker }: Pick<Scope, 'asker'>,
): RawBuilder<boolean>[] => [...(only ? [only] : []), ...(seenBy && asker ? [seenBy(asker)] : [])]

/** By field, any of these. */
type Filters = Map<string, Scalar[]>
type Scalar = Exclude<ExactValue, unknown[]>

/** Field by field, each value checked by the contract: 422 for an unknown filter or an unusable value. */
function filtersOf(
  { contract }: Machinery,
  { exactFields, exactValues }: Pick<ListRequest, 'exactFields' | 'exactValues'>,
): Filters {
  if (exactFields.length !== exactValues.length)
    throw new Problem(422, 'invalid', { fields: { exactValues: [{ code: 'invalid' }] } })
  const filters: Filters = new Map()
  for (const [index, field] of exactFields.entries()) {
    // Each value once: the second finds nothing that the first did not.
    const values = [...new Set([exactValues[index] as ExactValue].flat())]
    const schema =
      field === '_id'
        ? idShape
        : Object.hasOwn(contract.filters.shape, field)
          ? contract.filters.shape[field]
          : undefined
    if (!schema) throw unusable(field, 'unknown_field')
    if (filters.has(field)) throw unusable(field, 'repeated')
    if (values.length > MAX_FILTER_VALUES) throw unusable(field, 'too_many', { limit: MAX_FILTER_VALUES })
    if (!values.every(one => schema.safeParse(one).success)) throw unusable(field, 'invalid')
    filters.set(field, values)
  }
  return filters
}

const unusable = (field: string, code: string, params?: Record<string, number>) =>
  new Problem(422, 'invalid', { fields: { [field]: [{ code, ...(params && { params }) }] } })

async function filterOf(
  { spec }: Machinery,
  field: string,
  values: readonly Scalar[],
  reading: FilterReading,
): Promise<RawBuilder<boolean>> {
  if (values.length === 0) return sql<boolean>`1 = 0`
  const all = spec.setFilters?.[field]
  if (all) return all(values.map(String), reading)
  const own = spec.filters?.[field]
  if (own)
    return sql<boolean>`(${sql.join(
      values.map(one => own(one as never, reading.now)),
      sql` or `,
    )})`
  const map = field === '_id' ? ({ column: 'id' } as ColumnMap) : columnOf(spec.columns, field)
  const column = t(map.column ?? field)
  const stored = values.map(one => (map.filterValue ? map.filterValue(one) : one))
  return stored.length === 1
    ? sql<boolean>`${column} = ${stored[0]}`
    : sql<boolean>`${column} in (${sql.join(stored)})`
}

function orderOf(
  { contract, spec }: Machinery,
  { sortBy, sortDirection }: ListRequest,
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
  return { by: sql.join([...keys, ...idLast]), join: sql.join(joins, sql` `) }
}

/** Ids of everything that a list's filters match, in id order: what a bulk command over "all matching" works on. */
export async function idsMatching(
  machinery: Machinery,
  db: Db,
  scope: Scope,
  request: Matching,
  now: number,
): Promise<string[]> {
  const where = await conditions(machinery, db, scope, request, now)
  const { rows } = await sql<{
    id: string
  }>`select t.id as id from ${sql.table(machinery.spec.table)} as t where ${where} order by t.id limit ${MAX_ROWS_PER_PAGE + 1}`.execute(
    db,
  )
  if (rows.length > MAX_ROWS_PER_PAGE)
    throw new Problem(413, 'too_many', { details: { limit: MAX_ROWS_PER_PAGE } })
  return rows.map(row => row.id)
}

/** Ids of everything that a list finds, in its order: one statement, so a list that changes meanwhile is still told whole. */
export async function idsInOrder(
  machinery: Machinery,
  db: Db,
  scope: Scope,
  request: ListRequest,
  most: number,
  now: number,
): Promise<string[]> {
  const order = orderOf(machinery, request)
  const where = await conditions(machinery, db, scope, request, now)
  const { rows } = await sql<{
    id: string
  }>`select t.id as id from ${sql.table(machinery.spec.table)} as t ${order.join} where ${where} order by ${order.by} limit ${most + 1}`.execute(
    db,
  )
  if (rows.length > most) throw new Problem(413, 'too_many', { details: { limit: most } })
  return rows.map(row => row.id)
}

export const countRows = async (
  machinery: Machinery,
  db: Db,
  scope: Scope,
  request: Matching,
  now: number,
): Promise<number> => count(machinery, db, await narrowingOf(machinery, db, scope, request, now))

const columnOf = (columns: Record<string, ColumnMap>, field: string): ColumnMap =>
  columns[field] ?? common[field] ?? { column: field, read: row => row[field] }
