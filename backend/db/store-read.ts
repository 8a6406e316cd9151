/** Reading a store: the page, its total and its export go through one predicate, so they cannot disagree. */
import { sql, type RawBuilder } from 'kysely'
import { MAX_ROWS_PER_PAGE, type ExactValue, type ListAnswer, type ListRequest } from '../contract/list'
import { fold } from '../contract/fold'
import { Problem } from '../contract/problem'
import type { Scope } from '../http/actor'
import { alias, joinOf, type ColumnMap, type Stored } from './columns'
import type { Db } from './database'
import type { Machinery } from './store'

const CHUNK = 1_000
const t = (column: string) => sql.ref(`t.${column}`)
const common: Record<string, ColumnMap> = Object.fromEntries(
  ['version', 'archived_at', 'created_at', 'updated_at'].map(column => [column, { column, read: (row: Stored) => row[column] ?? null }]),
)

export async function listRows({ contract, spec }: Machinery, db: Db, scope: Scope, request: ListRequest, now: number): Promise<ListAnswer<Stored>> {
  const machinery = { contract, spec }
  const order = orderOf(machinery, request)
  const where = conditions(machinery, scope, request, now)
  const from = sql`from ${sql.table(spec.table)} as t ${order.join}`
  const page = sql`order by ${order.by} limit ${request.rowsPerPage} offset ${request.page * request.rowsPerPage}`
  // A search has to look at every row anyway, so it counts on the way; a plain list is found by index, and counted at the same time by another reader.
  const together = request.query.trim() !== ''
  const readPage = async () => {
    const found = await sql<{ id: string; total?: number }>`select t.id as id ${together ? sql`, count(*) over() as total` : sql``} ${from} where ${where} ${page}`.execute(db)
    return { total: found.rows[0]?.total, rows: await rowsOf(machinery, db, found.rows.map(row => row.id), now) }
  }
  const [{ rows, total }, apart] = await Promise.all([readPage(), together ? undefined : count(spec.table, where, db)])
  // A page beyond the last found no row to carry the total.
  const counted = apart ?? total ?? await count(spec.table, where, db)
  return { rows: request.fields ? rows.map(row => pick(row, request.fields ?? [])) : rows, total: Number(counted), as_of: now }
}

export async function readRow(machinery: Machinery, db: Db, scope: Scope, id: string, now: number): Promise<Stored> {
  const [row] = await readRows(machinery, db, scope, [id], now)
  if (!row) throw new Problem(404, 'not_found', { message: `No such ${machinery.contract.one}` })
  return row
}

/** In the order of the ids. Throws 404 when one of them is not there or not in scope: a command does all or nothing. */
export async function readRows(machinery: Machinery, db: Db, scope: Scope, ids: string[], now: number): Promise<Stored[]> {
  const visible = new Set<string>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { rows } = await sql<{ id: string }>`select t.id as id from ${sql.table(machinery.spec.table)} as t where ${owned(machinery, scope)} and t.id in (${sql.join(ids.slice(start, start + CHUNK))})`.execute(db)
    for (const { id } of rows) visible.add(id)
  }
  if (ids.some(id => !visible.has(id))) throw new Problem(404, 'not_found', { message: `No such ${machinery.contract.one}` })
  return rowsOf(machinery, db, ids, now)
}

/** The scope first, always; then what the list asks for. */
export function conditions(machinery: Machinery, scope: Scope, request: Pick<ListRequest, 'query' | 'exactFields' | 'exactValues'>, now: number): RawBuilder<boolean> {
  const filters = filtersOf(machinery, request)
  const archived = filters.get('archived') === true
  filters.delete('archived')
  const all = [owned(machinery, scope), archived ? sql<boolean>`${t('archived_at')} is not null` : sql<boolean>`${t('archived_at')} is null`]
  for (const [field, value] of filters) all.push(filterOf(machinery, field, value, now))
  for (const word of fold(request.query).split(/\s+/).filter(Boolean)) {
    all.push(sql<boolean>`${t('search')} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
  }
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

const owned = ({ spec }: Machinery, scope: Scope): RawBuilder<boolean> =>
  scope.tenantId === null ? sql<boolean>`1 = 1` : sql<boolean>`${t(spec.ownedBy)} = ${scope.tenantId}`

/** Field by field, each value checked by the contract: 422 for an unknown filter or an unusable value. */
function filtersOf({ contract }: Machinery, { exactFields, exactValues }: Pick<ListRequest, 'exactFields' | 'exactValues'>): Map<string, ExactValue> {
  if (exactFields.length !== exactValues.length) throw new Problem(422, 'invalid', { fields: { exactValues: [{ code: 'invalid' }] } })
  const filters = new Map<string, ExactValue>()
  exactFields.forEach((field, index) => {
    const value = exactValues[index] as ExactValue
    const schema = field === '_id' ? undefined : contract.filters.shape[field]
    const usable = field === '_id' || (schema !== undefined && [value].flat().every(one => schema.safeParse(one).success))
    if (!usable || filters.has(field)) throw new Problem(422, 'invalid', { fields: { [field]: [{ code: schema ? 'invalid' : 'unknown_field' }] } })
    filters.set(field, value)
  })
  return filters
}

function filterOf({ spec }: Machinery, field: string, value: ExactValue, now: number): RawBuilder<boolean> {
  const values = [value].flat()
  if (values.length === 0) return sql<boolean>`1 = 0`
  const own = spec.filters?.[field]
  if (own) return sql<boolean>`(${sql.join(values.map(one => own(one as never, now)), sql` or `)})`
  const map = field === '_id' ? { column: 'id' } as ColumnMap : columnOf(spec.columns, field)
  const column = t(map.column ?? field)
  const stored = values.map(one => (map.filterValue ? map.filterValue(one) : one))
  return stored.length === 1 ? sql<boolean>`${column} = ${stored[0]}` : sql<boolean>`${column} in (${sql.join(stored)})`
}

function orderOf({ contract, spec }: Machinery, { sortBy, sortDirection }: ListRequest): { by: RawBuilder<unknown>; join: RawBuilder<unknown> } {
  const joins: RawBuilder<unknown>[] = []
  const keys = sortBy.map((wire, index) => {
    const field = wire === 'id' ? '_id' : wire
    const direction = sortDirection[index] === 'DESC' ? sql`desc` : sql`asc`
    if (field === '_id') return sql`t.id ${direction}`
    if (!contract.sort.includes(field)) throw new Problem(422, 'invalid', { fields: { sortBy: [{ code: 'unknown_field' }] } })
    const map = columnOf(spec.columns, field)
    if (map.reference) {
      joins.push(joinOf(field, map.reference))
      return sql`${sql.ref(`${alias(field)}.${map.reference.label}`)} ${direction} nulls last`
    }
    return sql`${t(map.column ?? field)} ${direction} nulls last`
  })
  const idLast = sortBy.some(field => field === 'id' || field === '_id') ? [] : [sql`t.id desc`]
  return { by: sql.join([...keys, ...idLast]), join: sql.join(joins, sql` `) }
}

/** Ids of everything that a list's filters match, in id order: what a bulk command over "all matching" works on. */
export async function idsMatching(machinery: Machinery, db: Db, scope: Scope, request: Pick<ListRequest, 'query' | 'exactFields' | 'exactValues'>, now: number): Promise<string[]> {
  const where = conditions(machinery, scope, request, now)
  const { rows } = await sql<{ id: string }>`select t.id as id from ${sql.table(machinery.spec.table)} as t where ${where} order by t.id limit ${MAX_ROWS_PER_PAGE + 1}`.execute(db)
  if (rows.length > MAX_ROWS_PER_PAGE) throw new Problem(413, 'too_many', { details: { limit: MAX_ROWS_PER_PAGE } })
  return rows.map(row => row.id)
}

async function count(table: string, where: RawBuilder<boolean>, db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)} as t where ${where}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Wire rows in the order of the ids. */
export async function rowsOf({ spec }: Machinery, db: Db, ids: string[], now: number): Promise<Stored[]> {
  const references = Object.entries(spec.columns).flatMap(([field, map]) => (map.reference ? [{ field, reference: map.reference }] : []))
  const columns = references.map(({ field, reference }) =>
    sql`, ${sql.ref(`${alias(field)}.id`)} as ${sql.ref(`${field}__id`)}, ${sql.ref(`${alias(field)}.${reference.label}`)} as ${sql.ref(`${field}__name`)}`)
  const joins = references.map(({ field, reference }) => joinOf(field, reference))
  const byId = new Map<string, Stored>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { rows } = await sql<Stored>`select t.* ${sql.join(columns, sql` `)} from ${sql.table(spec.table)} as t ${sql.join(joins, sql` `)}
      where t.id in (${sql.join(ids.slice(start, start + CHUNK))})`.execute(db)
    for (const row of rows) byId.set(String(row.id), toWire(spec.columns, row, now))
  }
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row ? [row] : []
  })
}

function toWire(columns: Record<string, ColumnMap>, row: Stored, now: number): Stored {
  const wire: Stored = { _id: row.id }
  for (const [field, map] of Object.entries(common)) wire[field] = map.read(row, now, field)
  for (const [field, map] of Object.entries(columns)) wire[field] = map.read(row, now, field)
  return wire
}

const columnOf = (columns: Record<string, ColumnMap>, field: string): ColumnMap => columns[field] ?? common[field] ?? { column: field, read: row => row[field] }

const pick = (row: Stored, fields: string[]): Stored =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name === '_id' || fields.includes(name)))
