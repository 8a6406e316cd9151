/** Undoes a bulk edit: exactly what it changed, row by row, unless somebody has changed the same since. */
import { sql } from 'kysely'
import {
  isBulkEditOver,
  inverseAction,
  type BulkEditAction,
  type BulkEditState,
  type BulkEditSummary,
} from '../../platform/contract/bulk-edit'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { newItem } from './bulk-edit.service'
import type { BulkEditItemsTable, BulkEditJobsTable } from './bulk.table'
import { undoConflicts } from './undo-conflicts'
import { bulkWriters, judgeBatch } from './bulk-edit-batch'
import { MOST_JUDGED_AHEAD, storePreview, archiveBlockers } from './bulk-edit.service'

const CHUNK = 1_000

/**
 * Returns the id of a job that is `previewed`. Throws 409 `bulk_not_over` or `bulk_nothing`, 422 without a reason where
 * one is needed.
 */
export async function previewUndo(
  db: Db,
  actor: Actor,
  store: Store,
  origin: BulkEditJobsTable,
  reason: string | null,
  now: number,
): Promise<string> {
  if (!isBulkEditOver(origin.state as BulkEditState))
    throw new Problem(409, 'bulk_not_over', { message: 'Stop it first, or wait for its end' })
  // Rows that nobody has changed since need no closer check, and those are nearly all.
  const { rows: changed } =
    await sql<Changed>`select i.seq, i.entity_id, i.was, i.left_version, case when t.version = i.left_version then 0 else 1 end as moved
    from many_items i left join ${sql.table(store.spec.table)} t on t.id = i.entity_id
    where i.job_id = ${origin.id} and i.state = 'done' and i.was is not null and not ${isUndone(origin.id)} order by i.seq`.execute(
      db,
    )
  if (changed.length === 0)
    throw new Problem(409, 'bulk_nothing', { message: 'It has changed nothing that could be taken back' })
  const action = inverseAction[origin.action as BulkEditAction]
  const reasoned = store.contract.reasoned ?? []
  if (
    reason === null &&
    action === 'update' &&
    changed.some(({ was }) =>
      Object.keys(JSON.parse(was ?? '{}') as object).some(name => reasoned.includes(name)),
    )
  ) {
    throw invalidField('reason', 'required')
  }
  // Rows have the same number in both jobs, so that undone ones are found by their key.
  const items = changed.map((row): BulkEditItemsTable => ({
    ...newItem('', row.entity_id, row.seq),
    wanted: action === 'update' ? row.was : null,
    from_version: Number(row.left_version),
  }))
  const outcomes = new Map<string, Partial<BulkEditItemsTable>>()
  const moved = items.filter((_item, index) => Number(changed[index]?.moved) === 1)
  for (let start = 0; start < moved.length; start += CHUNK) {
    for (const [id, exception] of await undoConflicts(
      db,
      actor,
      store,
      action,
      moved.slice(start, start + CHUNK),
      Number(origin.confirmed_at),
      now,
    ))
      outcomes.set(id, exception)
  }
  const open = items.filter(item => !outcomes.has(item.entity_id))
  for (const [id, stuck] of await archiveBlockers(
    db,
    store,
    open.map(item => item.entity_id),
    action,
  ))
    outcomes.set(id, stuck)
  if (action === 'update' && items.length <= MOST_JUDGED_AHEAD)
    for (const [id, refused] of await refusedFirst(db, actor, store, reason, open, now))
      outcomes.set(id, refused)
  return storePreview(
    db,
    actor,
    store,
    { action, fields: {}, reason },
    items.map(item => ({ ...item, ...outcomes.get(item.entity_id) })),
    now,
    origin.id,
  )
}

type Changed = Pick<BulkEditItemsTable, 'seq' | 'entity_id' | 'was' | 'left_version'> & { moved: number }

/** Finds the rows that the rules would refuse: the location that a slot came from may be archived by now. */
async function refusedFirst(
  db: Db,
  actor: Actor,
  store: Store,
  reason: string | null,
  items: readonly BulkEditItemsTable[],
  now: number,
): Promise<Map<string, Partial<BulkEditItemsTable>>> {
  const found = new Map<string, Partial<BulkEditItemsTable>>()
  const writer = bulkWriters.get(`${store.contract.family}/${store.contract.many}`)
  if (!writer) return found
  for (let start = 0; start < items.length; start += CHUNK) {
    const wishes = items.slice(start, start + CHUNK).map(item => ({
      id: item.entity_id,
      fields: JSON.parse(item.wanted ?? '{}') as Record<string, unknown>,
    }))
    for (const [
      id,
      {
        outcome: { state, code, fields },
      },
    ] of await judgeBatch(db, writer, scopeOf(actor), reason, wishes, now))
      if (state === 'failed') found.set(id, { state, code, fields })
  }
  return found
}

/** Summarises whether a job can be undone, and the jobs that followed it. */
export async function summaryOf(db: Db, store: Store, job: BulkEditJobsTable): Promise<BulkEditSummary> {
  const later = await db
    .selectFrom('many_jobs')
    .select(['id as _id', 'action', 'state', 'created_at'])
    .where('origin_id', '=', job.id)
    .where('state', '!=', 'previewed')
    .orderBy('id')
    .execute()
  const reasoned = store.contract.reasoned ?? []
  return {
    invertible: isBulkEditOver(job.state as BulkEditState) ? await invertible(db, job.id) : 0,
    later: later as BulkEditSummary['later'],
    needs_reason: job.action === 'update' && (await fieldsOf(db, job)).some(name => reasoned.includes(name)),
  }
}

async function invertible(db: Db, id: string): Promise<number> {
  const {
    rows: [counted],
  } = await sql<{
    count: number
  }>`select count(*) as count from many_items i where i.job_id = ${id} and i.state = 'done' and i.was is not null and not ${isUndone(id)}`.execute(
    db,
  )
  return Number(counted?.count ?? 0)
}

/** The fields that a job is about: of an inverse, those of the edit at the beginning. */
async function fieldsOf(db: Db, job: Pick<BulkEditJobsTable, 'origin_id' | 'input'>): Promise<string[]> {
  if (job.origin_id === null) return Object.keys(JSON.parse(job.input) as object)
  return fieldsOf(
    db,
    await db
      .selectFrom('many_jobs')
      .select(['origin_id', 'input'])
      .where('id', '=', job.origin_id)
      .executeTakeFirstOrThrow(),
  )
}

/** Whether an undo of this job has changed the item `i` back. */
const isUndone = (origin: string) =>
  sql<boolean>`exists (select 1 from many_jobs j join many_items k on k.job_id = j.id and k.seq = i.seq where j.origin_id = ${origin} and k.state = 'done')`
