/**
 * Which rows of a store a request is about, and in whose scope: one predicate for a page, its total, its export and its
 * commands.
 */
import { sql, type RawBuilder } from 'kysely'
import { MAX_FILTER_VALUES, type ExactValue, type ListRequest, type Matching } from '../contract/list'
import { id as idShape } from '../contract/primitives'
import { invalidField } from '../contract/problem'
import type { Scope } from '../request/actor'
import { readOnly, type ColumnMap } from './columns'
import { countedTotal, presentTotal, readTotal, totalWhere } from '../db/count'
import type { Db } from '../db/database'
import { contains, hasWords, wordsOf } from '../db/has-words'
import { isNarrowed as isNarrowedDb } from '../db/narrowed'
import type { FilterReading, StoreBase, Reading, WordFound } from './store-spec'
import { common } from './store-rows'

/** `t` is the table. */
export const t = (column: string) => sql.ref(`t.${column}`)

export const columnOf = (columns: Record<string, ColumnMap>, field: string): ColumnMap =>
  columns[field] ?? common[field] ?? readOnly(field)

/** What a list shows: the archived rows, the others, or (null) both; whose, and what narrows it besides, as SQL. */
interface Narrowing {
  archived: boolean | null
  owner: Owner | null
  by: RawBuilder<boolean>[]
  /** Answers the total, where the store has a shorter way than the predicate. */
  counted?: RawBuilder<number>
  /** Of a search that is counted up to a number, where an index alone counts. */
  capped?: { most: number; total: RawBuilder<number> }
}
/** The tenant, and the column that names it. */
interface Owner {
  column: string
  tenantId: string
  /** Rows that everybody may read besides. */
  shared: RawBuilder<boolean> | undefined
}

export async function narrowingOf(
  store: StoreBase,
  db: Db,
  scope: Scope,
  request: Matching & Pick<ListRequest, 'show_all' | 'countUpTo'>,
  now: number,
): Promise<Narrowing> {
  const filters = filtersOf(store, request)
  const archived = archivedIn(filters.get('archived'), request.show_all)
  filters.delete('archived')
  const active = activeIn(store, request)
  const { spec } = store
  const owner =
    scope.tenantId === null || spec.ownedBy === null
      ? null
      : { column: spec.ownedBy, tenantId: scope.tenantId, shared: spec.shared }
  const by = [...partOf(spec, scope), ...(spec.within ? [spec.within(now)] : []), ...(active ? [active] : [])]
  const counted = by.length === 0 && request.query.trim() === '' ? shortCount(spec, filters) : undefined
  const words = await searched(store, db, request.query)
  const narrowing: Narrowing = {
    archived,
    owner,
    by: [...by, ...(await narrowed(store, { db, scope, now }, filters)), ...words.map(({ has }) => has)],
    ...(counted && { counted }),
  }
  const most = request.countUpTo
  if (most === undefined || words.length === 0 || words.some(({ isRare }) => isRare)) return narrowing
  const isWhole = archived === false && narrowing.by.length === words.length && !isNarrowedDb(db)
  const byIndex =
    isWhole && (owner === null || owner.shared === undefined)
      ? spec.withWords?.(db, wordsOf(request.query), owner?.tenantId ?? null, most)
      : undefined
  return byIndex ? { ...narrowing, capped: { most, total: byIndex } } : narrowing
}

function shortCount({ counts }: StoreBase['spec'], filters: Filters): RawBuilder<number> | undefined {
  const [only, ...others] = filters
  const [value, ...more] = only?.[1] ?? []
  return only && value !== undefined && others.length + more.length === 0
    ? counts?.[only[0]]?.(String(value))
    : undefined
}

function archivedIn(value: ExactValue | undefined, showAll = false): boolean | null {
  if (value === undefined) return showAll ? null : false
  const wanted = [value].flat()
  return wanted.includes(true) && wanted.includes(false) ? null : wanted.includes(true)
}

export const predicate = ({ archived, owner, by }: Narrowing): RawBuilder<boolean> =>
  every([
    ...(owner ? [belongsTo(owner)] : []),
    ...by,
    archived === null
      ? sql<boolean>`1 = 1`
      : archived
        ? sql<boolean>`${t('archived_at')} is not null`
        : sql<boolean>`${t('archived_at')} is null`,
  ])

export const conditions = async (...wanted: Parameters<typeof narrowingOf>): Promise<RawBuilder<boolean>> =>
  predicate(await narrowingOf(...wanted))

/** By more than whose it is and whether it is archived. */
export const isNarrowed = ({ by }: Narrowing): boolean => by.length > 0

/** Whose rows alone it finds. */
export const tenantOf = ({ owner }: Narrowing): string | null =>
  owner?.column === 'tenant_id' && !owner.shared ? owner.tenantId : null

/** Nothing narrows it: it finds all that is not archived. */
const isPlain = ({ archived, owner, by }: Narrowing): boolean =>
  archived === false && by.length === 0 && !(owner && (owner.column !== 'tenant_id' || owner.shared))

/**
 * As many as the predicate finds, or of a search that is counted up to a number one more than that: a number that any
 * statement may read together with others.
 */
export function totalOf({ spec: { table, rowsOf } }: StoreBase, narrowing: Narrowing): RawBuilder<number> {
  const { archived, owner, counted, capped } = narrowing
  if (capped) return capped.total
  if (counted && archived === false && owner === null) return sql<number>`(${counted})`
  return isPlain(narrowing)
    ? presentTotal(rowsOf ?? table, owner?.tenantId ?? null)
    : totalWhere(table, predicate(narrowing))
}

export const count = (store: StoreBase, db: Db, narrowing: Narrowing): Promise<number> =>
  readTotal(totalOf(store, narrowing), db)

/** As `totalOf`, where it costs next to nothing. */
export const inlineTotal = (
  { spec: { table, rowsOf } }: StoreBase,
  narrowing: Narrowing,
): RawBuilder<number> | undefined =>
  isPlain(narrowing) ? countedTotal(rowsOf ?? table, narrowing.owner?.tenantId ?? null) : undefined

export const every = (all: RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(all, sql` and `)}`

/** 422 for a period of a list that has none, and for one that ends before it begins. */
function activeIn({ spec }: StoreBase, { startDate, endDate }: Matching): RawBuilder<boolean> | undefined {
  if (startDate === undefined && endDate === undefined) return undefined
  if (!spec.activeBetween)
    throw invalidField(startDate === undefined ? 'endDate' : 'startDate', 'unknown_field')
  const [from, to] = [startDate, endDate].map(text => (text === undefined ? null : Date.parse(text))) as [
    number | null,
    number | null,
  ]
  if (from !== null && to !== null && from >= to) throw invalidField('endDate', 'not_after_start')
  return spec.activeBetween(from, to)
}

/**
 * What exact filters alone ask, whoever reads: the rule of a group is put into a list's predicate this way, with its
 * words, which are looked for in each text: an index would be queried for each word of hundreds of groups.
 */
async function narrowed(
  store: StoreBase,
  { db, scope, now }: Reading,
  filters: Filters,
): Promise<RawBuilder<boolean>[]> {
  const matching = async (rule: Matching) =>
    every([
      sql<boolean>`1 = 1`,
      ...(await narrowed(store, { db, scope, now }, filtersOf(store, rule))),
      ...hasWords(wordsIn(store), rule.query),
    ])
  const all: RawBuilder<boolean>[] = []
  for (const [field, values] of filters)
    all.push(await filterOf(store, field, values, { db, scope, now, matching }))
  return all
}

const wordsIn = ({ spec }: StoreBase): RawBuilder<unknown> => spec.searchedIn ?? t('search')

/** A list's own search, word by word. */
async function searched(store: StoreBase, db: Db, query: string): Promise<WordFound[]> {
  const all: WordFound[] = []
  for (const word of wordsOf(query))
    all.push((await store.spec.hasWord?.(db, word)) ?? { has: contains(wordsIn(store), word), isRare: false })
  return all
}

const belongsTo = ({ column, tenantId, shared }: Owner): RawBuilder<boolean> =>
  shared ? sql<boolean>`(${t(column)} = ${tenantId} or ${shared})` : sql<boolean>`${t(column)} = ${tenantId}`

/** Nothing for who sees every tenant, nor for what all tenants share, of a list that takes its table whole. */
export const owned = ({ spec }: StoreBase, { tenantId, ...scope }: Scope): RawBuilder<boolean>[] => [
  ...(tenantId === null || spec.ownedBy === null
    ? []
    : [belongsTo({ column: spec.ownedBy, tenantId, shared: spec.shared })]),
  ...partOf(spec, scope),
]

const partOf = (
  { only, visibleTo }: StoreBase['spec'],
  { asker }: Pick<Scope, 'asker'>,
): RawBuilder<boolean>[] => [...(only ? [only] : []), ...(visibleTo && asker ? [visibleTo(asker)] : [])]

/** By field, any of these. */
type Filters = Map<string, Scalar[]>
type Scalar = Exclude<ExactValue, unknown[]>

/** Field by field, each value checked by the contract: 422 for an unknown filter or an unusable value. */
function filtersOf(
  { contract }: StoreBase,
  { exactFields, exactValues }: Pick<ListRequest, 'exactFields' | 'exactValues'>,
): Filters {
  if (exactFields.length !== exactValues.length) throw invalidField('exactValues', 'invalid')
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
    if (!schema) throw invalidField(field, 'unknown_field')
    if (filters.has(field)) throw invalidField(field, 'repeated')
    if (values.length > MAX_FILTER_VALUES) throw invalidField(field, 'too_many', { limit: MAX_FILTER_VALUES })
    if (!values.every(one => schema.safeParse(one).success)) throw invalidField(field, 'invalid')
    filters.set(field, values)
  }
  return filters
}

async function filterOf(
  { spec }: StoreBase,
  field: string,
  wanted: readonly Scalar[],
  reading: FilterReading,
): Promise<RawBuilder<boolean>> {
  const table = spec.names?.[field]
  const values = table ? await idsInScope(table, wanted.map(String), reading) : wanted
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

/** Those of the ids that the reader's own tenant has, or everybody may read. */
async function idsInScope(
  table: string,
  ids: readonly string[],
  { db, scope: { tenantId } }: Reading,
): Promise<readonly string[]> {
  if (tenantId === null || ids.length === 0) return ids
  const { rows } = await sql<{ id: string }>`select x.id from ${sql.table(table)} x
    where x.id in (${sql.join(ids)}) and (x.tenant_id = ${tenantId}${table === 'roles' ? sql` or x.built_in = 1` : sql``})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
