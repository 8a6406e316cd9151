/**
 * Newest first through indexes only: one branch for each slot, SMIB or location asked for, each stopping at the page's end, merged.
 * So a list costs what it shows, however much there is.
 */
import { sql, type RawBuilder } from 'kysely'
import { MAX_ROWS_PER_PAGE, RAW_TOTAL_CAP } from '../contract/list'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import type { EventsTable } from './rawdata.table'
import { branchesFor } from './stream-branches'
import type { StreamSearch } from './stream-search'

export interface Places {
  tenant?: string[]
  location?: string[]
  slot?: string[]
  smib?: string[]
}
/** What is looked for, in which order. */
export interface StreamFilter {
  table: 'events' | 'messages' | 'counter_readings'
  places: Places
  /** Exact conditions beside the places: column → any of these. */
  also: Record<string, (string | number)[]>
  search: StreamSearch | null
  withArchived: boolean
  from: number | null
  to: number | null
  direction: 'asc' | 'desc'
}
export interface StreamQuery extends StreamFilter {
  limit: number
  offset: number
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

/** SQLite joins at most 500 selects. */
const MOST_BRANCHES = 200
export async function readStream<Row extends StreamRow>(
  db: Db,
  scope: Scope,
  query: StreamQuery,
): Promise<{ rows: Row[]; total: number; capped: boolean }> {
  const unions = await unionsOf(db, scope, query)
  const order = orderOf(query)
  const far = query.offset + query.limit
  // Of several statements each has to give all that comes before the page.
  if (unions.length > 1 && far > RAW_TOTAL_CAP + MAX_ROWS_PER_PAGE)
    throw new Problem(422, 'invalid', {
      fields: { page: [{ code: 'too_big', params: { max: Math.floor(RAW_TOTAL_CAP / query.limit) } }] },
    })
  const [first, skipped] = unions.length > 1 ? [far, 0] : [query.limit, query.offset]
  const rows: Row[] = []
  let total = 0
  for (const union of unions) {
    const [page, counted] = await Promise.all([
      pageOf<Row>(db, query, sql`${union(keysOf(query))} ${order} limit ${first} offset ${skipped}`),
      total > RAW_TOTAL_CAP ? 0 : countOf(db, union, RAW_TOTAL_CAP - total),
    ])
    rows.push(...page)
    total += counted
  }
  // Rows that are fetched by their ids, or by several statements, come in no order.
  if (query.table === 'events' || unions.length > 1) sorted(rows, query)
  return {
    rows: rows.slice(query.offset - skipped, far - skipped),
    total: Math.min(total, RAW_TOTAL_CAP),
    capped: total > RAW_TOTAL_CAP,
  }
}

/** How many there are; counting stops at one more than `most`. */
export async function countStream(db: Db, scope: Scope, query: StreamFilter, most: number): Promise<number> {
  let total = 0
  for (const union of await unionsOf(db, scope, query)) {
    total += await countOf(db, union, most - total)
    if (total > most) break
  }
  return total
}

/** What the branches give for a page: of events only what they are put in order by, so that a deep page does not fetch what it skips. */
const keysOf = ({ table }: StreamFilter) =>
  table === 'events' ? sql`id, server_time, server_nano, message_seq_nr, event_seq_nr` : sql`*`

async function pageOf<Row>(db: Db, { table }: StreamFilter, keys: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } =
    table === 'events'
      ? await sql<Row>`select e.* from (${keys}) as k join events as e on e.id = k.id`.execute(db)
      : await sql<Row>`${keys}`.execute(db)
  return rows
}

/** Counting stops as soon as enough are found, whichever branches they are in. */
async function countOf(db: Db, union: Union, most: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (${union(sql`1 as one`)} limit ${most + 1}) as counted`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Ids of all events there are, in their order: in one statement unless there are more locations than one takes. 413 when they are more than `most`. */
export async function eventIdsInOrder(
  db: Db,
  scope: Scope,
  query: StreamFilter & { table: 'events' },
  most: number,
): Promise<string[]> {
  const unions = await unionsOf(db, scope, query)
  const order = orderOf(query)
  const found: (StreamKey & { id: string })[][] = []
  for (const union of unions) {
    const { rows } = await sql<
      StreamKey & { id: string }
    >`${union(keysOf(query))} ${order} limit ${most + 1}`.execute(db)
    found.push(rows)
    if (found.reduce((sum, some) => sum + some.length, 0) > most)
      throw new Problem(413, 'too_many', { details: { limit: most } })
  }
  const rows = found.flat()
  if (unions.length > 1) sorted(rows, query)
  return rows.map(row => row.id)
}

/** Events of the ids, in no order, as far as they are in scope. */
export async function eventsOf(db: Db, { tenantId }: Scope, ids: readonly string[]): Promise<EventsTable[]> {
  const found = db.selectFrom('events').selectAll().where('id', 'in', ids)
  return (tenantId === null ? found : found.where('tenant_id', '=', tenantId)).execute()
}

/** Branches of one statement: `what` of each. Each is read in its index's order, and no further than the statement's own limit asks. */
type Union = (what: RawBuilder<unknown>) => RawBuilder<unknown>

async function unionsOf(db: Db, scope: Scope, query: StreamFilter): Promise<Union[]> {
  const branches = await branchesFor(db, scope, query)
  const condition = sql`${conditionOf(scope, query)} ${query.withArchived || !(await isAnyArchived(db, scope)) ? sql`` : notArchived}`
  const branch = (start: RawBuilder<unknown>, what: RawBuilder<unknown>) =>
    sql`select ${what} from ${sql.table(query.table)} where ${start} ${condition}`
  return Array.from({ length: Math.ceil(branches.length / MOST_BRANCHES) }, (_, nr): Union => {
    const some = branches.slice(nr * MOST_BRANCHES, (nr + 1) * MOST_BRANCHES)
    return what =>
      sql.join(
        some.map(start => branch(start, what)),
        sql` union all `,
      )
  })
}

const orderOf = ({ table, direction }: StreamFilter): RawBuilder<unknown> => {
  // SMIBs that speak in the same nanosecond are told apart by who they are: else a row could be on two pages, and another on none.
  const columns = [
    'server_time',
    'server_nano',
    'message_seq_nr',
    ...(table === 'counter_readings'
      ? ['game_nr', 'slot_id']
      : table === 'messages'
        ? ['event_seq_nr', 'smib_id']
        : ['event_seq_nr', 'id']),
  ]
  // Events that no message brought have no numbers; they come last among equals, in both engines.
  return sql`order by ${sql.join(columns.map(name => sql`${sql.ref(name)} ${sql.raw(direction)}${['message_seq_nr', 'event_seq_nr'].includes(name) && table === 'events' ? sql` nulls last` : sql``}`))}`
}

type StreamKey = Pick<StreamRow, 'server_time' | 'server_nano' | 'message_seq_nr' | 'event_seq_nr'> & {
  id?: string
  smib_id?: string | null
  slot_id?: string | null
  game_nr?: number
}

/** As `orderOf`: what has no number comes last among equals, whichever the direction. */
function sorted(rows: StreamKey[], { direction }: StreamFilter): void {
  const [sign, none] = direction === 'asc' ? [1, Number.MAX_SAFE_INTEGER] : [-1, -1]
  const number = (of: number | null | undefined) => of ?? none
  const whose = (row: StreamKey) => row.id ?? row.slot_id ?? row.smib_id ?? ''
  rows.sort(
    (a, b) =>
      sign *
      (a.server_time - b.server_time ||
        a.server_nano - b.server_nano ||
        number(a.message_seq_nr) - number(b.message_seq_nr) ||
        number(a.game_nr ?? a.event_seq_nr) - number(b.game_nr ?? b.event_seq_nr) ||
        (whose(a) < whose(b) ? -1 : 1)),
  )
}

function conditionOf(
  { tenantId }: Scope,
  { places, also, search, from, to }: StreamFilter,
): RawBuilder<unknown> {
  const exact = Object.entries({
    slot_id: places.slot,
    smib_id: places.smib,
    location_id: places.location,
    tenant_id: places.tenant,
    ...also,
  })
  return sql.join(
    [
      ...exact.flatMap(([name, values]) =>
        values
          ? [values.length === 0 ? sql`and 1 = 0` : sql`and ${sql.ref(name)} in (${sql.join(values)})`]
          : [],
      ),
      ...(tenantId === null ? [] : [sql`and tenant_id = ${tenantId}`]),
      ...(from === null ? [] : [sql`and server_time >= ${from}`]),
      ...(to === null ? [] : [sql`and server_time < ${to}`]),
      ...(search === null ? [] : [search.condition]),
    ],
    sql` `,
  )
}

const archived = sql`select id from slots where archived_at is not null`
const notArchived = sql`and (slot_id is null or slot_id not in (${archived}))`

async function isAnyArchived(db: Db, { tenantId }: Scope): Promise<boolean> {
  const { rows } =
    await sql`${archived} ${tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`} limit 1`.execute(db)
  return rows.length > 0
}
