/** The outcome of a bulk action, slot by slot: its own record next to the slot's answer. */
import { sql, type RawBuilder } from 'kysely'
import type { ListAnswer, ListRequest } from '../../platform/contract/list'
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { exactFilters } from '../../platform/request/exact-filters'
import {
  itemFilters,
  type BulkAction,
  type BulkItem,
  type BulkResult,
  type BulkSummary,
  type SkipReason,
} from './bulk.contract'
import type { BulkJobsTable } from './bulk.table'
import { statusOf } from './judge'

type Job = Pick<BulkJobsTable, 'id' | 'root_id' | 'action'>

const result = sql<BulkResult>`case i.state when 'done' then coalesce(c.result, 'ordered') else i.state end`

/** The slot's newest lock or unlock. */
export const newestOrder = (field: 'id' | 'bulk_id', slot: RawBuilder<unknown>) =>
  sql`(select ${sql.ref(`n.${field}`)} from machine_commands n where n.slot_id = ${slot} and n.lane = 'play' order by n.created_at desc, n.id desc limit 1)`
const newest = (field: 'id' | 'bulk_id') => newestOrder(field, sql`i.slot_id`)

const joined = sql`from bulk_items i join slots s on s.id = i.slot_id left join machine_commands c on c.id = i.command_id`

interface ItemRow extends Pick<
  BulkItem,
  'seq' | 'reason' | 'changed_at' | 'result' | 'credits' | 'last_seen_at'
> {
  was: SlotStatus | null
  status: SlotStatus
  action: BulkAction
  slot_id: string
  serial: string
  location_id: string
  location_name: string
  answer_code: string | null
  answered_at: number | null
}
type SlotStatus = NonNullable<BulkItem['status_before']>

export async function listItems(db: Db, request: ListRequest, now: number): Promise<ListAnswer<BulkItem>> {
  const filters = exactFilters(request, itemFilters)
  if (!filters.job) throw invalidField('job', 'required')
  const all: RawBuilder<unknown>[] = [sql`i.job_id = ${filters.job[0]}`]
  if (filters.result) all.push(sql`${result} in (${sql.join(filters.result)})`)
  if (filters.reason) all.push(sql`i.reason in (${sql.join(filters.reason)})`)
  const where = sql.join(all, sql` and `)
  const { rows } =
    await sql<ItemRow>`select i.seq, i.reason, i.changed_at, i.was, s.status, j.action, ${result} as result, s.id as slot_id, s.serial, s.location_id, l.name as location_name,
    s.credits, s.last_seen_at, c.answer_code, c.answered_at ${joined} join locations l on l.id = s.location_id join bulk_jobs j on j.id = i.job_id
    where ${where} order by i.seq ${request.sortDirection[0] === 'DESC' ? sql`desc` : sql`asc`} limit ${request.rowsPerPage} offset ${request.page * request.rowsPerPage}`.execute(
      db,
    )
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*) as total ${joined} where ${where}`.execute(db)
  return {
    rows: rows.map(
      ({ slot_id, serial, location_id, location_name, was, status, action, ...row }): BulkItem => ({
        ...row,
        ...statusesOf(row.result, { was, status, after: statusOf(action) }),
        _id: slot_id,
        slot: { _id: slot_id, name: serial },
        location: { _id: location_id, name: location_name },
      }),
    ),
    total: Number(counted?.total ?? 0),
    as_of: now,
  }
}

/** What an order that was given replaced, or would replace now; actions from before it was stored know no status. */
function statusesOf(
  result: BulkResult,
  { was, status, after }: { was: SlotStatus | null; status: SlotStatus; after: SlotStatus },
): Pick<BulkItem, 'status_before' | 'status_after'> {
  if (result === 'skipped' || result === 'failed' || result === 'stopped')
    return { status_before: null, status_after: null }
  return { status_before: result === 'waiting' ? status : was, status_after: after }
}

export async function summaryOf(db: Db, job: Job): Promise<BulkSummary> {
  const { rows } = await sql<{
    result: BulkResult
    reason: SkipReason | null
    count: number
  }>`select ${result} as result, case when i.state = 'skipped' then i.reason end as reason, count(*) as count
    from bulk_items i left join machine_commands c on c.id = i.command_id where i.job_id = ${job.id} group by 1, 2`.execute(
    db,
  )
  const results: BulkSummary['results'] = {}
  const reasons: BulkSummary['reasons'] = {}
  for (const { result: name, reason, count } of rows) {
    results[name] = (results[name] ?? 0) + Number(count)
    if (reason) reasons[reason] = Number(count)
  }
  const later = await db
    .selectFrom('bulk_jobs')
    .select(['id as _id', 'action', 'origin_kind', 'state', 'outcome', 'planned', 'confirmed', 'created_at'])
    .where('origin_id', '=', job.id)
    .where('state', '!=', 'previewed')
    .orderBy('id')
    .execute()
  return {
    results,
    reasons,
    later: later as BulkSummary['later'],
    invertible: (await standing(db, job)).filter(slot => slot.stands).length,
    retryable: (await retryable(db, job)).length,
  }
}

/** All that this action and its repeats have set, and whether it still stands as they left it. */
export async function standing(db: Db, { root_id, action }: Job): Promise<{ id: string; stands: boolean }[]> {
  const { rows } = await sql<{ id: string; stands: number }>`select distinct i.slot_id as id,
    case when s.status = ${statusOf(action as BulkAction)} and s.archived_at is null and ${newest('bulk_id')} = ${root_id} then 1 else 0 end as stands
    from bulk_jobs j join bulk_items i on i.job_id = j.id join slots s on s.id = i.slot_id where j.root_id = ${root_id} and i.state = 'done'`.execute(
    db,
  )
  return rows.map(({ id, stands }) => ({ id, stands: stands === 1 }))
}

/** Slots where the order failed and a retry makes sense, because nobody's newer order holds. */
export async function retryable(db: Db, job: Job): Promise<string[]> {
  const wished = statusOf(job.action as BulkAction)
  const { rows } = await sql<{
    id: string
  }>`select i.slot_id as id ${joined} where i.job_id = ${job.id} and s.archived_at is null and (
    (i.state in ('failed', 'stopped') and s.status != ${wished}) or
    (i.state = 'done' and s.status = ${wished} and c.state in ('refused', 'no_answer') and ${newest('id')} = c.id)) order by i.seq`.execute(
    db,
  )
  return rows.map(row => row.id)
}

/** Slots whose newest lock or unlock is not this action's, because somebody else's order holds. */
export async function changedSince(db: Db, rootId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{
    id: string
  }>`select i.slot_id as id from (select id as slot_id from slots where id in (${sql.join(ids)})) as i where coalesce(${newest('bulk_id')}, '') != ${rootId}`.execute(
    db,
  )
  return new Set(rows.map(row => row.id))
}
