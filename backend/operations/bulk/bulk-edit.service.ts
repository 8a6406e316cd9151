/**
 * Bulk edits: rows are archived, unarchived or edited; they are fixed by id first, then each follows its store's own
 * rules.
 */
import type { Contract } from '../../platform/contract/contract'
import {
  bulkEditJob,
  ROWS_AT_ONCE,
  type BulkEditAction,
  type BulkEditJob,
} from '../../platform/contract/bulk-edit'
import { Problem, type FieldProblem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import type { Deps } from '../../platform/deps'
import type { Actor, Scope } from '../../platform/request/actor'
import { forgetPreviews, previewedJob, queueJob } from '../../platform/jobs/job-states.service'
import { wave } from '../../platform/jobs/job-waves.service'
import { enqueue, type Task } from '../../platform/tasks/tasks.service'
import type { BulkEditItemsTable, BulkEditJobsTable } from './bulk.table'
import { tenantMismatches } from './tenant-mismatch'
import { isUnchanged, type EditableRow } from './is-unchanged'
import { bulkWriters, judgeBatch } from './bulk-edit-batch'
import { EDIT_WAVE, editJobs, editKind } from './bulk-edit-task'
import type { BulkEditOrder } from './bulk-edit-order'

/** More are judged at their turn only: to read them all first would make a preview wait. */
export const MOST_JUDGED_AHEAD = 5_000
const CHUNK = 1_000

/** 422 unless every field may be set for many at once, its value is one it can have, and money has its reason. */
export function checkFields(
  { bulk = [], input, reasoned = [] }: Contract,
  { fields, reason }: BulkEditOrder,
): void {
  const names = Object.keys(fields)
  if (names.length === 0)
    throw new Problem(422, 'nothing_chosen', { message: 'Every field is left as it is' })
  const wrong: Record<string, FieldProblem[]> = {}
  for (const name of names) {
    const isEmpty = fields[name] === null || fields[name] === ''
    if (!bulk.includes(name)) wrong[name] = [{ code: 'unknown_field' }]
    else if (!input.shape[name]?.safeParse(fields[name]).success)
      wrong[name] = [{ code: isEmpty ? 'required' : 'invalid' }]
  }
  if (reason === null && names.some(name => reasoned.includes(name))) wrong.reason = [{ code: 'required' }]
  if (Object.keys(wrong).length > 0) throw new Problem(422, 'invalid', { fields: wrong })
}

/**
 * Returns the job's id; nothing has changed yet. Rows that would be refused are recorded with the reason. Throws 404
 * for an id out of scope.
 */
export async function previewBulkEdit(
  db: Db,
  actor: Actor,
  scope: Scope,
  store: Store,
  ids: readonly string[],
  order: BulkEditOrder,
  now: number,
): Promise<string> {
  const items: BulkEditItemsTable[] = []
  if (ids.length > MOST_JUDGED_AHEAD) {
    const outcomes = new Map([
      ...(await tenantMismatches(db, store, ids, order)),
      ...(await archiveBlockers(db, store, ids, order.action)),
    ])
    items.push(...ids.map((one, seq) => ({ ...newItem('', one, seq), ...outcomes.get(one) })))
  } else {
    for (let start = 0; start < ids.length; start += CHUNK)
      items.push(...(await judgedAhead(db, scope, store, ids.slice(start, start + CHUNK), order, start, now)))
  }
  return storePreview(db, actor, store, order, items, now)
}

/**
 * Judges by the rules that apply again at the turn; where they judge one row at a time, only whether there is
 * anything to do.
 */
async function judgedAhead(
  db: Db,
  scope: Scope,
  store: Store,
  ids: string[],
  order: BulkEditOrder,
  start: number,
  now: number,
): Promise<BulkEditItemsTable[]> {
  const { family, many: name } = store.contract
  const writer = order.action === 'update' ? bulkWriters.get(`${family}/${name}`) : undefined
  if (writer) {
    const verdicts = await judgeBatch(
      db,
      writer,
      scope,
      order.reason,
      ids.map(id => ({ id, fields: order.fields })),
      now,
    )
    if (ids.some(id => !verdicts.has(id)))
      throw new Problem(404, 'not_found', { message: `No such ${store.contract.one}` })
    return ids.map((one, index) => {
      const { state = 'waiting', code = null, fields = null } = verdicts.get(one)?.outcome ?? {}
      return { ...newItem('', one, start + index), code, fields, state: state === 'done' ? 'waiting' : state }
    })
  }
  const rows = (await store.getAll(db, scope, ids, now)) as EditableRow[]
  const stuck = await archiveBlockers(db, store, ids, order.action)
  return rows.map((row, index) => ({
    ...newItem('', row._id, start + index),
    ...(isUnchanged(store.contract, row, order) ? { state: 'unchanged' } : stuck.get(row._id)),
  }))
}

/** Returns the rows that the rules do not let be archived, with the outcome that their turn would have. */
export async function archiveBlockers(
  db: Db,
  { spec }: Store,
  ids: readonly string[],
  action: BulkEditAction,
): Promise<Map<string, Pick<BulkEditItemsTable, 'state' | 'code' | 'fields'>>> {
  const stuck = action === 'archive' && ids.length > 0 ? await spec.archiveBlockers?.(db, ids) : undefined
  return new Map([...(stuck ?? [])].map(([id, { code }]) => [id, { state: 'failed', code, fields: '{}' }]))
}

export const newItem = (job_id: string, entity_id: string, seq: number): BulkEditItemsTable => ({
  job_id,
  seq,
  entity_id,
  state: 'waiting',
  code: null,
  fields: null,
  changed_at: null,
  was: null,
  wanted: null,
  from_version: null,
  left_version: null,
})

/** Writes a job down with its rows, as `previewed`. Returns its id. */
export async function storePreview(
  db: Db,
  actor: Actor,
  store: Store,
  order: BulkEditOrder,
  items: readonly BulkEditItemsTable[],
  now: number,
  originId: string | null = null,
): Promise<string> {
  const { family, many } = store.contract
  const job = previewedJob(
    actor,
    {
      action: order.action,
      reason: order.reason,
      tenantId: actor.tenantId,
      input: order.fields,
      rows: items,
      wave_size: EDIT_WAVE,
      wave_pause_ms: 0,
    },
    now,
  )
  await forgetPreviews(db, editJobs, now)
  await db
    .insertInto('many_jobs')
    .values({
      ...job,
      list: `${family}/${many}`,
      unchanged: items.filter(item => item.state === 'unchanged').length,
      origin_id: originId,
    })
    .execute()
  await insertMany<BulkEditItemsTable>(
    db,
    'many_items',
    itemColumns,
    items.map(item => ({ ...item, job_id: job.id })),
  )
  return job.id
}

const itemColumns = {
  job_id: 'text',
  seq: 'bigint',
  entity_id: 'text',
  state: 'text',
  code: 'text',
  fields: 'text',
  changed_at: 'bigint',
  was: 'text',
  wanted: 'text',
  from_version: 'bigint',
  left_version: 'bigint',
} as const

/**
 * Few are done in the caller's transaction; many are queued. Throws 409 `bulk_not_previewed` for the second who presses
 * the button.
 */
export async function confirmBulkEdit(
  { db, deps, actor, now }: { db: Db; deps: Deps; actor: Actor; now: number },
  store: Store,
  id: string,
  task: Task,
): Promise<void> {
  await queueJob(db, editJobs, actor, id, now)
  const job = await db.selectFrom('many_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (job.planned === 0) {
    await db.updateTable('many_jobs').set({ state: 'done', finished_at: now }).where('id', '=', id).execute()
  } else if (job.planned <= ROWS_AT_ONCE) {
    await wave(db, deps, editKind(new Map([[job.list, store]])), job, ROWS_AT_ONCE, now)
  } else {
    const queued = { tenantId: job.tenant_id, createdBy: actor.name, now }
    await db
      .updateTable('many_jobs')
      .set({ task_id: await enqueue(db, task, { job: id }, queued) })
      .where('id', '=', id)
      .execute()
  }
}

/** Throws 404 for a job of another list, or out of scope. */
export async function findBulkEdit(
  db: Db,
  { tenantId }: Scope,
  list: string,
  id: string,
): Promise<BulkEditJobsTable> {
  const job = await db
    .selectFrom('many_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('list', '=', list)
    .executeTakeFirst()
  if (!job || (tenantId !== null && job.tenant_id !== tenantId))
    throw new Problem(404, 'not_found', { message: 'No such job' })
  return job
}

export const bulkEditWire = (job: BulkEditJobsTable): BulkEditJob =>
  bulkEditJob.parse({
    ...job,
    _id: job.id,
    fields: JSON.parse(job.input) as unknown,
    created_by: job.created_by_name,
  })
