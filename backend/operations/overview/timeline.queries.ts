/**
 * Everything that happened to a slot in one order of time: what its board reported, what people ordered and changed,
 * when it was away.
 */
import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { MOST_ENTRIES, type SlotOverview, type TimelineEntry, type TimelineKind } from './overview.contract'
import { readsRecord } from '../../workflow/news/comment-kinds.contract'
import { alarmsIn, commentsIn, ordersIn } from './timeline-work.queries'
import type { Reading } from './troubles.queries'

/** There is no upper bound, because a SMIB whose clock runs ahead has reported something as well. */
interface TimelineQuery {
  from: number
  to: number
  /** Only this; everything without it. */
  kind?: TimelineKind | undefined
}
type EventKind = 'event' | 'connection' | 'money'

/** Categories of events that are money, and those by which a board came and went. */
const moneyCategories = ['bill', 'handpay', 'ticket', 'aft']
const connectionCodes = ['smib_offline', 'smib_online']
const kindOf = sql<EventKind>`case when e.code in (${sql.join(connectionCodes)}) then 'connection' when e.category in (${sql.join(moneyCategories)}) then 'money' else 'event' end`

export async function timelineOf(
  { db, actor }: Reading,
  id: string,
  query: TimelineQuery,
): Promise<SlotOverview['timeline']> {
  const { from, to, kind } = query
  const may = {
    events: allows(actor.permissions, 'slot::get'),
    commands: allows(actor.permissions, 'slot::get'),
    changes: allows(actor.permissions, 'audit_log::list'),
    work: allows(actor.permissions, readsRecord['work-order']),
  }
  const wants = (one: TimelineKind) => kind === undefined || kind === one
  const eventKinds = (['event', 'connection', 'money'] as const).filter(wants)
  const [counted, commandCount, changeCount, events, commands, changes, comments, orders, alarms] =
    await Promise.all([
      may.events ? countEvents(db, id, query) : {},
      may.commands ? countOf(db, 'machine_commands', 'slot_id', 'created_at', id, query) : undefined,
      may.changes ? countOf(db, 'audit_log', 'entity_id', 'at', id, query) : undefined,
      may.events && eventKinds.length > 0 ? eventsOf(db, id, query, eventKinds) : [],
      may.commands && wants('command') ? commandsOf(db, id, query) : [],
      may.changes && wants('change') ? changesOf(db, id, query) : [],
      may.events ? commentsIn(db, actor.permissions, id, from) : undefined,
      may.work ? ordersIn(db, id, from) : undefined,
      may.events ? alarmsIn(db, id, from) : undefined,
    ])
  return {
    from,
    to,
    entries: [
      ...events,
      ...commands,
      ...changes,
      ...(wants('comment') ? (comments?.entries ?? []) : []),
      ...(wants('work') ? (orders?.entries ?? []) : []),
      ...(wants('alarm') ? (alarms?.entries ?? []) : []),
    ]
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST_ENTRIES),
    counts: {
      ...counted,
      ...(commandCount !== undefined && { command: commandCount }),
      ...(changeCount !== undefined && { change: changeCount }),
      ...(comments && { comment: comments.count }),
      ...(orders && { work: orders.count }),
      ...(alarms && { alarm: alarms.count }),
    },
  }
}

async function countEvents(
  db: Db,
  id: string,
  { from }: TimelineQuery,
): Promise<Partial<Record<EventKind, number>>> {
  const { rows } = await sql<{ kind: EventKind; n: number }>`select kind, count(*) as n from (
      select ${kindOf} as kind from events e where e.slot_id = ${id} and e.server_time >= ${from}) as kinds group by kind`.execute(
    db,
  )
  return {
    event: 0,
    connection: 0,
    money: 0,
    ...Object.fromEntries(rows.map(row => [row.kind, Number(row.n)])),
  }
}

async function countOf(
  db: Db,
  table: 'machine_commands' | 'audit_log',
  owner: string,
  at: string,
  id: string,
  { from }: TimelineQuery,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
    where ${sql.ref(owner)} = ${id} and ${sql.ref(at)} >= ${from}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

async function eventsOf(
  db: Db,
  id: string,
  { from }: TimelineQuery,
  kinds: readonly EventKind[],
): Promise<TimelineEntry[]> {
  const { rows } = await sql<{ id: string; kind: EventKind; at: number; code: string; severity: string }>`
    select e.id, ${kindOf} as kind, e.server_time as at, e.code, e.severity from events e
    where e.slot_id = ${id} and e.server_time >= ${from} and ${kindOf} in (${sql.join([...kinds])})
    order by e.server_time desc, e.server_nano desc, e.id desc limit ${MOST_ENTRIES}`.execute(db)
  return rows.map(row => ({
    ...blank,
    ...row,
    at: Number(row.at),
    severity: row.severity as TimelineEntry['severity'],
  }))
}

const blank = { severity: null, state: null, reason: null, by: null, fields: [] }

async function commandsOf(db: Db, id: string, { from }: TimelineQuery): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('machine_commands')
    .select(['id', 'kind', 'created_at', 'result', 'reason', 'created_by_name'])
    .where('slot_id', '=', id)
    .where('created_at', '>=', from)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
  return rows.map(row => ({
    ...blank,
    id: row.id,
    kind: 'command',
    at: row.created_at,
    code: row.kind,
    state: row.result,
    reason: row.reason,
    by: row.created_by_name,
  }))
}

async function changesOf(db: Db, id: string, { from }: TimelineQuery): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'actor_name', 'before_json', 'after_json'])
    .where('entity_id', '=', id)
    .where('at', '>=', from)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
  return rows.map(row => ({
    ...blank,
    id: row.id,
    kind: 'change',
    at: row.at,
    code: row.action,
    by: row.actor_name,
    reason: reasonIn(row.after_json),
    fields: changedIn(row.before_json, row.after_json),
  }))
}

function reasonIn(after: string | null): string | null {
  const reason = after === null ? null : (JSON.parse(after) as Record<string, unknown>).reason
  return typeof reason === 'string' ? reason : null
}

function changedIn(before: string | null, after: string | null): string[] {
  if (before === null || after === null) return []
  const [was, is] = [before, after].map(text => JSON.parse(text) as Record<string, unknown>)
  return Object.keys(is ?? {})
    .filter(name => name !== 'reason' && JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]))
    .slice(0, 64)
}
