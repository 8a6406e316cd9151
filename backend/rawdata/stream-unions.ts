/** What a stream's statements read: its branches, each under the scope, the filters and the period. */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres } from '../db/bulk'
import type { Db } from '../db/database'
import { isNumbered, isOf } from '../db/short-ids'
import type { Scope } from '../http/actor'
import { branchesFor } from './stream-branches'
import type { StreamFilter } from './streams.queries'

/** SQLite joins at most 500 selects. */
const MOST_BRANCHES = 200

/** On top of the period. */
export interface Bounds {
  from?: number
  to?: number
  condition?: RawBuilder<unknown>
}
/** The first so many rows of the whole in an order, which needs no more of each branch. */
export interface First {
  order: RawBuilder<unknown>
  limit: number
}
/** Branches of one statement: `what` of each. Each is read in its index's order, and no further than the statement's own limit asks. */
export interface Union {
  page: (what: RawBuilder<unknown>, bounds: Bounds, first: First) => RawBuilder<unknown>
  /** The same rows, with the fewest conditions: what an index tells is not looked up in the row. */
  count: (what: RawBuilder<unknown>, first?: First) => RawBuilder<unknown>
}

export async function unionsOf(db: Db, scope: Scope, query: StreamFilter): Promise<Union[]> {
  const [{ starts, implies }, isAny] = await Promise.all([
    branchesFor(db, scope, query),
    query.withArchived ? false : isAnyArchived(db, scope),
  ])
  const archived = isAny ? notArchived(query.table) : sql``
  const every = conditionsOf(scope, query)
  const unionOf =
    (some: readonly RawBuilder<unknown>[], conditions: readonly Condition[]) =>
    (what: RawBuilder<unknown>, bounds: Bounds, first?: First) => {
      const condition = sql.join(
        [...conditions.map(one => one.condition), archived, ...within(query, bounds)],
        sql` `,
      )
      const branches = some.map(
        start => sql`select ${what} from ${sql.table(query.table)} where ${start} ${condition}`,
      )
      // SQLite merges branches as it reads them. PostgreSQL would sort each one whole, unless the branch itself says where it ends; one alone ends with the statement.
      const ended =
        first && branches.length > 1 && isPostgres(db)
          ? branches.map(branch => sql`(${branch} ${first.order} limit ${first.limit})`)
          : branches
      return sql.join(ended, sql` union all `)
    }
  return Array.from({ length: Math.ceil(starts.length / MOST_BRANCHES) }, (_, nr): Union => {
    const some = starts.slice(nr * MOST_BRANCHES, (nr + 1) * MOST_BRANCHES)
    const counted = unionOf(
      some,
      every.filter(({ column }) => !implies.includes(column)),
    )
    return { page: unionOf(some, every), count: (what, first) => counted(what, {}, first) }
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

function conditionsOf(
  { tenantId }: Scope,
  { table, places, also, search, conditions }: StreamFilter,
): Condition[] {
  const exact = Object.entries({
    slot_id: places.slot,
    smib_id: places.smib,
    location_id: places.location,
    tenant_id: places.tenant,
    ...also,
  })
  return [
    ...(tenantId === null
      ? []
      : [{ column: 'tenant_id', condition: sql`and ${isOf(table, 'tenant_id', tenantId)}` }]),
    ...exact.flatMap(([column, values]): Condition[] =>
      values
        ? [
            {
              column,
              condition: sql`and ${isAnyOf(table, column, values)}`,
            },
          ]
        : [],
    ),
    ...conditions.map(condition => ({ column: '', condition: sql`and ${condition}` })),
    ...(search === null ? [] : [{ column: '', condition: search.condition }]),
  ]
}

function isAnyOf(table: string, column: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  if (values.length === 0) return sql`1 = 0`
  if (!ID.test(column)) return sql`${sql.ref(column)} in (${sql.join(values)})`
  const [only] = values
  return isOf(table, column, values.length === 1 ? String(only) : values)
}
const ID = /^(?:slot|smib|location|tenant)_id$/

const archived = sql`select id from slots where archived_at is not null`
const notArchived = (table: string) => {
  const slot = sql.ref(isNumbered(table) ? 'slot_nr' : 'slot_id')
  return sql`and (${slot} is null or not ${isOf(table, 'slot_id', archived)})`
}

async function isAnyArchived(db: Db, { tenantId }: Scope): Promise<boolean> {
  const { rows } =
    await sql`${archived} ${tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`} limit 1`.execute(db)
  return rows.length > 0
}
