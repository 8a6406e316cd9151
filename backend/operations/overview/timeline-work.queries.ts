/** Of a slot's timeline: what people wrote about it and its records, its work orders, and alarms of rules. */
import { sql } from 'kysely'
import { allows, type PermissionMap } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { commentKinds, readsRecord } from '../../workflow/news/comment-kinds.contract'
import { MOST_ENTRIES, type TimelineEntry } from './overview.contract'

/** Letters of a comment; all of it stands on its record's page. */
const SHOWN = 200

const blank = { severity: null, state: null, fields: [] }

interface Found {
  id: string
  at: number
  code: string
  text: string
  by: string | null
}

const entry = (kind: 'comment' | 'work' | 'alarm', row: Found): TimelineEntry => ({
  ...blank,
  id: row.id,
  kind,
  at: Number(row.at),
  code: row.code,
  reason: row.text.length > SHOWN ? `${row.text.slice(0, SHOWN)}…` : row.text,
  by: row.by,
})

const readable = (permissions: PermissionMap) =>
  commentKinds.filter(kind => allows(permissions, readsRecord[kind]))

interface Written {
  entries: TimelineEntry[]
  count: number
}

/** On the slot and on what is about it, as far as this person may read each. */
export async function commentsIn(
  db: Db,
  permissions: PermissionMap,
  slot: string,
  from: number,
): Promise<Written> {
  const { rows } = await sql<Found & { n: number }>`
    select id, created_at as at, about as code, text, written_by as by, count(*) over () as n from comments
    where slot_id = ${slot} and created_at >= ${from} and removed_at is null and about in (${sql.join(readable(permissions))})
    order by created_at desc, id desc limit ${MOST_ENTRIES}`.execute(db)
  return { entries: rows.map(row => entry('comment', row)), count: Number(rows[0]?.n ?? 0) }
}

/** When each was created, and when it was done or cancelled. */
export async function ordersIn(db: Db, slot: string, from: number): Promise<Written> {
  const { rows } = await sql<Found & { n: number }>`
    select id, at, code, text, by, count(*) over () as n from (
      select id, created_at as at, 'created' as code, title as text, assignee as by from work_orders where slot_id = ${slot} and created_at >= ${from} and archived_at is null
      union all
      select id || ' ' || state as id, finished_at as at, state as code, title as text, assignee as by from work_orders
        where slot_id = ${slot} and finished_at >= ${from} and archived_at is null
    ) as happened order by at desc, id desc limit ${MOST_ENTRIES}`.execute(db)
  return { entries: rows.map(row => entry('work', row)), count: Number(rows[0]?.n ?? 0) }
}

/** When each fired, was acknowledged and cleared. */
export async function alarmsIn(db: Db, slot: string, from: number): Promise<Written> {
  const named = sql`from alarms a join alarm_rules r on r.id = a.rule_id where a.slot_id = ${slot}`
  const { rows } = await sql<Found & { n: number }>`
    select id, at, code, text, by, count(*) over () as n from (
      select a.id || ' fired' as id, a.created_at as at, 'fired' as code, r.name as text, cast(null as text) as by ${named} and a.created_at >= ${from}
      union all
      select a.id || ' acknowledged' as id, a.acknowledged_at as at, 'acknowledged' as code, r.name as text, a.acknowledged_by as by ${named} and a.acknowledged_at >= ${from}
      union all
      select a.id || ' cleared' as id, a.cleared_at as at, 'cleared' as code, r.name as text, cast(null as text) as by ${named} and a.cleared_at >= ${from}
    ) as happened order by at desc, id desc limit ${MOST_ENTRIES}`.execute(db)
  return { entries: rows.map(row => entry('alarm', row)), count: Number(rows[0]?.n ?? 0) }
}
