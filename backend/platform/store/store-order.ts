/** In which order the rows of a list come: one that an index has, whichever way it is read. */
import { sql, type RawBuilder } from 'kysely'
import type { Contract } from '../contract/contract'
import { fold } from '../contract/fold'
import type { ListRequest } from '../contract/list'
import { invalidField } from '../contract/problem'
import { isPostgres } from '../db/bulk'
import type { Db } from '../db/database'
import { alias, joinOf, type ReferenceTarget } from './columns'
import { columnOf, t } from './store-predicate'
import type { StoreBase } from './store-spec'

export interface Order {
  by: RawBuilder<unknown>
  /** The same from its end. */
  reversed: RawBuilder<unknown>
  /** The list's table as `t`, with what its order reads besides. */
  from: RawBuilder<unknown>
  /** References whose names are in `by`. */
  joined: readonly string[]
}

/**
 * Rows that are alike stay in the order of their ids, in the direction of the last key: so one index has an order and
 * its reverse. `isWhole`: nothing narrows the list but its tenant.
 */
export function orderOf(
  { contract, spec }: StoreBase,
  db: Db,
  { sortBy, sortDirection }: Pick<ListRequest, 'sortBy' | 'sortDirection'>,
  {
    isWhole,
    tenantId = null,
    best,
  }: { isWhole: boolean; tenantId?: string | null; best?: string | undefined },
): Order {
  const fields = sortBy.map(wire => (wire === 'id' ? '_id' : wire))
  if (new Set(fields).size < fields.length) throw invalidField('sortBy', 'repeated')
  const joined: [field: string, target: ReferenceTarget][] = []
  const keys = fields.map((field, index): Key => {
    const isDown = sortDirection[index] === 'DESC'
    if (field === '_id') return { value: sql`t.id`, isDown, absent: false }
    if (!contract.sort.includes(field)) throw invalidField('sortBy', 'unknown_field')
    const { reference, column } = columnOf(spec.columns, field)
    if (reference) joined.push([field, reference])
    const value = reference ? sql.ref(`${alias(field)}.${reference.label}`) : t(column ?? field)
    return { value, isDown, absent: mayBeAbsent(contract, field) }
  })
  if (!fields.includes('_id'))
    keys.push({ value: sql`t.id`, isDown: keys.at(-1)?.isDown ?? true, absent: false })
  if (best !== undefined) keys.unshift({ value: rankOf(best), isDown: false, absent: false })
  return {
    by: sql.join(keys.map(({ value, isDown, absent }) => written(value, isDown, absent ? 'last' : ''))),
    reversed: sql.join(
      keys.map(({ value, isDown, absent }) => written(value, !isDown, absent ? 'first' : '')),
    ),
    from:
      isWhole && best === undefined
        ? wholeList(spec, db, fields, joined, tenantId)
        : listOf(spec.table, joined),
    joined: joined.map(([field]) => field),
  }
}

interface Key {
  value: RawBuilder<unknown>
  isDown: boolean
  /** Some rows may have none. */
  absent: boolean
}

const written = (value: RawBuilder<unknown>, isDown: boolean, absent: 'first' | 'last' | '') =>
  sql`${value} ${isDown ? sql`desc` : sql`asc`} ${absent ? sql.raw(`nulls ${absent}`) : sql``}`

/** What has no value comes last. Where each row has one, saying so would keep PostgreSQL from its indexes. */
const mayBeAbsent = ({ row }: Contract, field: string): boolean =>
  row.shape[field]?.safeParse(null).success !== false

type Joined = readonly [field: string, target: ReferenceTarget][]

const listOf = (table: string, joined: Joined): RawBuilder<unknown> =>
  sql.join([sql`${sql.table(table)} as t`, ...joined.map(([field, target]) => joinOf(field, target))], sql` `)

/** One that nothing narrows, from where its order is: what its rows refer to, name by name, or its sort keys. */
function wholeList(
  { table, sortKeys, columns }: StoreBase['spec'],
  db: Db,
  fields: readonly string[],
  joined: Joined,
  tenantId: string | null,
): RawBuilder<unknown> {
  const [first, ...others] = joined
  if (!first) {
    const isThere = (field: string) =>
      field === '_id' || sortKeys?.columns.includes(columnOf(columns, field).column ?? field)
    return listOf(
      sortKeys && isPostgres(db) && fields.some(field => field !== '_id') && fields.every(isThere)
        ? sortKeys.table
        : table,
      [],
    )
  }
  const [field, { table: other, own, theirs, leads, owner }] = first
  if (!leads || field !== fields[0]) return listOf(table, joined)
  // The embedded database takes the tables of a cross join in the order in which they stand.
  const join = isPostgres(db) ? sql`join` : sql`cross join`
  // A tenant's rows refer to its own: what others have is not even looked at.
  const isOwn =
    tenantId === null || owner === null
      ? sql``
      : sql`and ${sql.ref(`${alias(field)}.${owner}`)} = ${tenantId}`
  const on = sql`${t(own)} = ${sql.ref(`${alias(field)}.${theirs}`)} ${isOwn}`
  return sql.join(
    [
      sql`${sql.table(other)} as ${sql.ref(alias(field))} ${join} ${sql.table(table)} as t on ${on}`,
      ...others.map(([name, target]) => joinOf(name, target)),
    ],
    sql` `,
  )
}

/** Folded words of a row begin with its name: a name that is the query is best, then one that begins with its words. */
function rankOf(query: string): RawBuilder<unknown> {
  const text = fold(query).trim().replace(/\s+/g, ' ')
  const pattern = text.replace(/[\\%_]/g, '\\$&')
  const like = (wanted: string) => sql`${t('search')} like ${wanted} escape '\\'`
  return sql`case when ${t('search')} = ${text} then 0 when ${like(`${pattern} %`)} then 1
    when ${like(`% ${pattern}`)} or ${like(`% ${pattern} %`)} then 2 when ${like(`${pattern}%`)} then 3 else 4 end`
}
