/** What a stream's statements read: its branches, each under the scope, the filters and the period. */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { isNumbered, isOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
import { branchesFor, type Starts } from './index-branches'
import type { StreamFilter } from './stream-filter'

/** SQLite joins at most 500 selects. */
const MOST_BRANCHES = 200
/** Of each branch, where PostgreSQL reads all of them to the end. */
export const FEW_ROWS = 300
/** As every branch's index has it: nothing is sorted, and no more is read than requested. */
const BY_TIME = sql`order by server_time`

/** On top of the period. */
export interface Bounds {
  from?: number
  to?: number
  condition?: RawBuilder<unknown>
}
/** The first so many rows of the whole, in an order or in any. It needs no more of each branch. */
interface First {
  order?: RawBuilder<unknown>
  limit: number
}
/**
 * Branches of one statement: `what` of each. Each is read in its index's order, and no further than the statement's own
 * limit asks.
 */
export interface Union {
  page: (what: RawBuilder<unknown>, bounds: Bounds, first: First) => RawBuilder<unknown>
  /** The same rows, with the fewest conditions: what an index tells is not looked up in the row. */
  count: (what: RawBuilder<unknown>, bounds: Bounds, first: First) => RawBuilder<unknown>
  /** Whether a page is read by one branch that is run again and again. */
  isOneBranchForMany: boolean
}

export async function unionsOf(db: Db, scope: Scope, query: StreamFilter): Promise<Union[]> {
  const [{ starts, states = [], implies }, isAny] = await Promise.all([
    branchesFor(db, scope, query),
    query.withArchived ? false : isAnyArchived(db, scope),
  ])
  const archived = isAny ? notArchived(query.table) : sql``
  const every = conditionsOf(scope, query).filter(({ column }) => !states.includes(column))
  const unionOf =
    (pieces: readonly Starts[], conditions: readonly Condition[]) =>
    (what: RawBuilder<unknown>, bounds: Bounds, first: First) => {
      const condition = sql.join(
        [...conditions.map(one => one.condition), archived, ...within(query, bounds)],
        sql` `,
      )
      const branchOf: Of = start =>
        sql`select ${what} from ${sql.table(query.table)} where ${start} ${condition}`
      return sql.join(
        pieces.flatMap(piece => joined(db, piece, branchOf, pieces.length === 1, first)),
        sql` union all `,
      )
    }
  return inPieces(starts).map((pieces): Union => {
    const fewest = every.filter(({ column }) => !implies.includes(column))
    return {
      page: unionOf(pieces, every),
      count: unionOf(pieces, fewest),
      isOneBranchForMany: isPostgres(db) && pieces.some(({ each }) => each.length > 1),
    }
  })
}

/** At most so many branches a statement. */
function inPieces(starts: readonly Starts[]): Starts[][] {
  const statements: Starts[][] = []
  let room = 0
  for (const { each, where } of starts)
    for (let from = 0; from < each.length;) {
      if (room === 0) {
        statements.push([])
        room = MOST_BRANCHES
      }
      const some = each.slice(from, from + room)
      statements.at(-1)?.push({ each: some, where })
      from += some.length
      room -= some.length
    }
  return statements
}

type Of = (start: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * SQLite merges branches as it reads them. PostgreSQL would sort each one whole, unless the branch itself says where it
 * ends; and it plans each one for itself, which takes longer than reading a page. So a few rows are read by one branch
 * that is run again and again; many by as many branches, which are merged and read no further than needed. One alone
 * ends with the statement.
 */
function joined(
  db: Db,
  { each, where }: Starts,
  branchOf: Of,
  isAlone: boolean,
  { order, limit }: First,
): RawBuilder<unknown>[] {
  const [start, ...more] = each
  if (start && more.length > 0 && isPostgres(db) && (!order || limit <= FEW_ROWS)) {
    const columns = Object.fromEntries(Object.keys(start).map(name => [name, 'text' as const]))
    return [
      sql`select p.* from ${rowsAsTable(db, columns, each)}
        cross join lateral (${branchOf(where(name => sql.ref(`b.${name}`)))} ${order ?? BY_TIME} limit ${limit}) as p`,
    ]
  }
  const branches = each.map(start => branchOf(where(name => sql`${start[name]}`)))
  return order && isPostgres(db) && !(isAlone && branches.length === 1)
    ? branches.map(branch => sql`(${branch} ${order} limit ${limit})`)
    : branches
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
