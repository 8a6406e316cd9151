/**
 * Newest first through indexes only: one branch for each machine, board or hall asked for, each stopping at the page's end, merged.
 * So a list costs what it shows, however much there is.
 */
import { sql, type RawBuilder } from 'kysely'
import { RAW_TOTAL_CAP } from '../contract/list'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'

export interface Places { tenant?: string[]; location?: string[]; slot?: string[]; smib?: string[] }
export interface StreamQuery {
  table: 'events' | 'messages' | 'counter_readings'
  places: Places
  /** Exact conditions beside the places: column → any of these. */
  also: Record<string, (string | number)[]>
  from: number | null
  to: number | null
  limit: number
  offset: number
  direction: 'asc' | 'desc'
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
/** By which columns each table has an index with the time. */
const indexed = { events: { slot: 'slot_id', smib: 'smib_id' }, messages: { smib: 'smib_id' }, counter_readings: { slot: 'slot_id' } } as const

export async function readStream<Row extends StreamRow>(db: Db, scope: Scope, query: StreamQuery): Promise<{ rows: Row[]; total: number; capped: boolean }> {
  const { column, values } = await branchesFor(db, scope, query)
  const condition = conditionOf(scope, query)
  const order = orderOf(query)
  const far = query.offset + query.limit
  const rows: Row[] = []
  let total = 0
  for (let start = 0; start < values.length; start += MOST_BRANCHES) {
    const some = values.slice(start, start + MOST_BRANCHES)
    const branch = (value: string, what: RawBuilder<unknown>, tail: RawBuilder<unknown>) =>
      sql`select * from (select ${what} from ${sql.table(query.table)} where ${sql.ref(column)} = ${value} ${condition} ${tail}) as b`
    const union = (what: RawBuilder<unknown>, tail: RawBuilder<unknown>) => sql.join(some.map(value => branch(value, what, tail)), sql` union all `)
    const [page, counted] = await Promise.all([
      sql<Row>`select * from (${union(sql`*`, sql`${order} limit ${far}`)}) as u ${order} limit ${far}`.execute(db),
      sql<{ n: number }>`select count(*) as n from (${union(sql`1 as one`, sql`limit ${RAW_TOTAL_CAP + 1}`)}) as u`.execute(db),
    ])
    rows.push(...page.rows)
    total += counted.rows[0]?.n ?? 0
  }
  if (values.length > MOST_BRANCHES) rows.sort((a, b) => compare(a, b) * (query.direction === 'asc' ? 1 : -1))
  return { rows: rows.slice(query.offset, far), total: Math.min(total, RAW_TOTAL_CAP), capped: total > RAW_TOTAL_CAP }
}

const orderOf = ({ table, direction }: StreamQuery): RawBuilder<unknown> => {
  const columns = ['server_time', 'server_nano', 'message_seq_nr', ...(table === 'counter_readings' ? ['game_nr'] : ['event_seq_nr'])]
  // Events that no message brought have no numbers; they come last among equals, in both engines.
  return sql`order by ${sql.join(columns.map(name => sql`${sql.ref(name)} ${sql.raw(direction)}${['message_seq_nr', 'event_seq_nr'].includes(name) && table === 'events' ? sql` nulls last` : sql``}`))}`
}

const compare = (a: StreamRow, b: StreamRow): number =>
  a.server_time - b.server_time || a.server_nano - b.server_nano || (a.message_seq_nr ?? -1) - (b.message_seq_nr ?? -1) || (a.event_seq_nr ?? -1) - (b.event_seq_nr ?? -1)

function conditionOf({ tenantId }: Scope, { places, also, from, to }: StreamQuery): RawBuilder<unknown> {
  const exact = Object.entries({ slot_id: places.slot, smib_id: places.smib, location_id: places.location, tenant_id: places.tenant, ...also })
  return sql.join([
    ...exact.flatMap(([name, values]) => (values ? [sql`and ${sql.ref(name)} in (${sql.join(values)})`] : [])),
    ...(tenantId === null ? [] : [sql`and tenant_id = ${tenantId}`]),
    ...(from === null ? [] : [sql`and server_time >= ${from}`]),
    ...(to === null ? [] : [sql`and server_time < ${to}`]),
  ], sql` `)
}

/** The narrowest that an index serves. A board and the machines that it served lead to each other. */
async function branchesFor(db: Db, { tenantId }: Scope, { table, places }: StreamQuery): Promise<{ column: string; values: string[] }> {
  for (const kind of ['slot', 'smib'] as const) {
    const asked = places[kind]
    if (!asked) continue
    const own: Partial<Record<'slot' | 'smib', string>> = indexed[table]
    const column = own[kind]
    if (column) return { column, values: [...new Set(asked)] }
    const other = kind === 'slot' ? 'smib_id' : 'slot_id'
    const rows = await db.selectFrom('smib_slots').select(other).distinct().where(`${kind}_id`, 'in', asked).execute()
    return { column: other, values: rows.flatMap(row => Object.values(row)) }
  }
  let halls = db.selectFrom('locations').select('id')
  if (places.location) halls = halls.where('id', 'in', places.location)
  if (places.tenant) halls = halls.where('tenant_id', 'in', places.tenant)
  if (tenantId !== null) halls = halls.where('tenant_id', '=', tenantId)
  return { column: 'location_id', values: (await halls.execute()).map(row => row.id) }
}
