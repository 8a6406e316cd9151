/** The stored side of each board's numbering. Taking the feeds of a batch, in order of id, is what keeps two batches of one board apart. */
import { sql } from 'kysely'
import { insertMany, isPostgres, rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { Board } from './boards'
import type { Received } from './messages'
import type { SmibFeedsTable } from './rawdata.table'
import { Numbering, type Break, type Run } from './sequence'

export interface Accepted { board: Board; message: Received; run: number }
export interface Feed {
  board: Board
  /** The machine that the board served last. */
  slotBefore: string | null
  messages: Received[]
  numbering: Numbering
}

/** By id of the SMIB; the messages of each in order of time, number, place in the batch. */
export async function takeFeeds(db: Db, batch: readonly { board: Board; message: Received }[]): Promise<Feed[]> {
  const boards = new Map(batch.map(({ board }) => [board.smibId, board]))
  const messages = grouped(batch, ({ board }) => board.smibId, ({ message }) => message)
  const state = await take(db, [...boards.keys()].sort())
  const late = batch.filter(({ board, message }) => isLate(message, state.get(board.smibId)))
  const digests = await knownDigests(db, late)
  const lateIds = [...new Set(late.map(({ board }) => board.smibId))]
  const [runs, breaks] = late.length > 0 ? [await earlierRuns(db, lateIds), await openGaps(db, lateIds)] : [new Map<string, Run[]>(), new Map<string, Break[]>()]
  return [...boards].map(([id, board]) => {
    const row = state.get(id)
    return {
      board, slotBefore: row?.slot ?? null,
      messages: (messages.get(id) ?? []).sort((a, b) => a.at - b.at || a.nano - b.nano || a.seq - b.seq || a.index - b.index),
      numbering: new Numbering(row && row.max >= 0 ? row : undefined, row?.lastAt ?? 0, digests.get(id) ?? new Set(), runs.get(id) ?? [], breaks.get(id) ?? []),
    }
  })
}

type State = Run & { lastAt: number; slot: string | null }

/** Not newer than all that is stored: only then can it be a replay, and only then do earlier runs and open gaps matter. */
const isLate = (message: Received, state: State | undefined): boolean =>
  state !== undefined && state.max >= 0 && (message.seq <= state.max || message.at <= state.lastAt)

async function take(db: Db, ids: readonly string[]): Promise<Map<string, State>> {
  const wanted = rowsAsTable(db, { id: 'text' }, ids.map(id => ({ id })))
  const columns = sql.raw(['smib_id', 'slot_id', 'run', 'run_started_at', 'min_seq', 'max_seq', 'last_at'].map(name => `smib_feeds.${name}`).join(', '))
  const { rows } = await sql<Omit<SmibFeedsTable, 'batches'>>`${isPostgres(db)
    ? sql`insert into smib_feeds (smib_id, run, run_started_at, min_seq, max_seq, last_at, batches)
        select id, 0, 0, -1, -1, 0, 1 from ${wanted} where true order by id on conflict (smib_id) do update set batches = smib_feeds.batches + 1 returning ${columns}`
    // The embedded database has one writer at a time: reading is taking.
    : sql`select ${columns} from ${wanted} join smib_feeds on smib_feeds.smib_id = b.id`}`.execute(db)
  return new Map(rows.map(row => [row.smib_id, {
    run: row.run, startedAt: row.run_started_at, min: row.min_seq, max: row.max_seq, lastAt: row.last_at, slot: row.slot_id,
  }]))
}

/** A replay has the time and number of what it repeats. */
async function knownDigests(db: Db, late: readonly { board: Board; message: Received }[]): Promise<Map<string, Set<string>>> {
  if (late.length === 0) return new Map()
  const { rows } = await sql<{ smib_id: string; digest: string }>`
    select m.smib_id, m.digest
    from ${rowsAsTable(db, { id: 'text', at: 'bigint', nano: 'bigint', seq: 'bigint' },
      late.map(({ board, message: { at, nano, seq } }) => ({ id: board.smibId, at, nano, seq })))}
    join messages m on m.smib_id = b.id and m.server_time = b.at and m.server_nano = b.nano and m.message_seq_nr = b.seq`.execute(db)
  return new Map([...grouped(rows, row => row.smib_id, row => row.digest)].map(([id, digests]) => [id, new Set(digests)]))
}

async function earlierRuns(db: Db, ids: readonly string[]): Promise<Map<string, Run[]>> {
  const rows = await db.selectFrom('sequence_runs').selectAll().where('smib_id', 'in', [...ids]).execute()
  return grouped(rows, row => row.smib_id, row => ({ run: row.run, startedAt: row.started_at, min: row.min_seq, max: row.max_seq }))
}

async function openGaps(db: Db, ids: readonly string[]): Promise<Map<string, Break[]>> {
  const rows = await db.selectFrom('sequence_breaks').selectAll().where('smib_id', 'in', [...ids]).where('kind', '=', 'gap').where('closed_at', 'is', null).execute()
  return grouped(rows, row => row.smib_id, row => ({ id: row.id, kind: row.kind, run: row.run, from: row.from_seq, to: row.to_seq, at: row.at, closed: false, changed: false }))
}

function grouped<Item, Value>(items: readonly Item[], keyOf: (item: Item) => string, valueOf: (item: Item) => Value): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(valueOf(item))
    else groups.set(key, [valueOf(item)])
  }
  return groups
}

export async function storeFeeds(db: Db, feeds: readonly Feed[], now: number): Promise<void> {
  await insertMany(db, 'smib_feeds',
    { smib_id: 'text', slot_id: 'text', run: 'bigint', run_started_at: 'bigint', min_seq: 'bigint', max_seq: 'bigint', last_at: 'bigint', batches: 'bigint' },
    feeds.flatMap(({ board, slotBefore, numbering: { current, lastAt } }) => (current
      ? [{ smib_id: board.smibId, slot_id: board.slot?.id ?? slotBefore, run: current.run, run_started_at: current.startedAt, min_seq: current.min, max_seq: current.max, last_at: lastAt, batches: 1 }]
      : [])),
    sql`(smib_id) do update set slot_id = excluded.slot_id, run = excluded.run, run_started_at = excluded.run_started_at, min_seq = excluded.min_seq, max_seq = excluded.max_seq, last_at = excluded.last_at`)
  // Which machines each board has served: with it, readings need no index by board.
  await insertMany(db, 'smib_slots', { smib_id: 'text', slot_id: 'text' },
    feeds.flatMap(({ board, slotBefore }) => (board.slot && board.slot.id !== slotBefore ? [{ smib_id: board.smibId, slot_id: board.slot.id }] : [])),
    sql`(smib_id, slot_id) do nothing`)
  await insertMany(db, 'sequence_runs',
    { smib_id: 'text', run: 'bigint', started_at: 'bigint', min_seq: 'bigint', max_seq: 'bigint' },
    feeds.flatMap(({ board, numbering }) => [...numbering.touched].map(run => ({
      smib_id: board.smibId, run: run.run, started_at: run.startedAt, min_seq: run.min, max_seq: run.max,
    }))),
    sql`(smib_id, run) do update set min_seq = excluded.min_seq, max_seq = excluded.max_seq`)
  await insertMany(db, 'sequence_breaks',
    {
      id: 'text', smib_id: 'text', slot_id: 'text', tenant_id: 'text', location_id: 'text', kind: 'text', run: 'bigint', from_seq: 'bigint', to_seq: 'bigint',
      at: 'bigint', created_at: 'bigint', closed_at: 'bigint',
    },
    feeds.flatMap(({ board, numbering }) => numbering.breaks.filter(one => one.changed).map(one => ({
      id: one.id ?? newId(now), smib_id: board.smibId, slot_id: board.slot?.id ?? null, tenant_id: board.tenantId, location_id: board.locationId,
      kind: one.kind, run: one.run, from_seq: one.from, to_seq: one.to, at: one.at, created_at: now, closed_at: one.closed ? now : null,
    }))),
    sql`(id) do update set from_seq = excluded.from_seq, to_seq = excluded.to_seq, at = excluded.at, closed_at = excluded.closed_at`)
}
