/** Many rows archived, unarchived or edited: pinned by id, then each by its store's own rules. */
import type { Contract } from '../contract/contract'
import { fold } from '../contract/fold'
import { MANY_AT_ONCE, type ManyAction, type ManyJob } from '../contract/many'
import { Problem, type FieldProblem } from '../contract/problem'
import { insertMany } from '../db/bulk'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { Store } from '../db/store'
import type { Actor, Scope } from '../http/actor'
import { enqueue, type Task } from '../tasks/tasks.service'
import type { ManyItemsTable, ManyJobsTable } from './bulk.table'
import { manyOver, takeTurns, type ManyRow } from './many-turns'

/** More are judged at their turn only: to read them all first would make a preview wait. */
const JUDGED_FIRST = 5_000
const CHUNK = 1_000

export interface ManyOrder { action: ManyAction; fields: Record<string, unknown>; reason: string | null }

/** 422 unless every field may be set for many at once, its value is one it can have, and money has its reason. */
export function checkFields({ bulk = [], input, reasoned = [] }: Contract, { fields, reason }: ManyOrder): void {
  const names = Object.keys(fields)
  if (names.length === 0) throw new Problem(422, 'nothing_chosen', { message: 'Every field is left as it is' })
  const wrong: Record<string, FieldProblem[]> = {}
  for (const name of names) {
    const isEmpty = fields[name] === null || fields[name] === ''
    if (!bulk.includes(name)) wrong[name] = [{ code: 'unknown_field' }]
    else if (!input.shape[name]?.safeParse(fields[name]).success) wrong[name] = [{ code: isEmpty ? 'required' : 'invalid' }]
  }
  if (reason === null && names.some(name => reasoned.includes(name))) wrong.reason = [{ code: 'required' }]
  if (Object.keys(wrong).length > 0) throw new Problem(422, 'invalid', { fields: wrong })
}

/** Returns the job's id; nothing has changed yet. Throws 404 for an id out of scope, 409 `selection_changed`. */
export async function pinMany(db: Db, actor: Actor, scope: Scope, store: Store, ids: readonly string[], order: ManyOrder, now: number): Promise<string> {
  const items: ManyItemsTable[] = []
  const id = newId(now)
  const item = (entity_id: string, seq: number, state: string): ManyItemsTable => ({ job_id: id, seq, entity_id, state, code: null, fields: null, changed_at: null })
  if (ids.length > JUDGED_FIRST) items.push(...ids.map((one, seq) => item(one, seq, 'waiting')))
  else {
    for (let start = 0; start < ids.length; start += CHUNK) {
      const rows = await store.getAll(db, scope, ids.slice(start, start + CHUNK), now) as ManyRow[]
      items.push(...rows.map((row, index) => item(row._id, start + index, manyOver(store.contract, row, order) ? 'unchanged' : 'waiting')))
    }
  }
  const unchanged = items.filter(({ state }) => state === 'unchanged').length
  const { family, many } = store.contract
  await db.insertInto('many_jobs').values({
    id, version: 1, search: fold(actor.name), archived_at: null, tenant_id: actor.tenantId, list: `${family}/${many}`, action: order.action, state: 'previewed', input: JSON.stringify(order.fields), reason: order.reason,
    total: items.length, planned: items.length - unchanged, done: 0, unchanged, skipped: 0, failed: 0, stopped: 0, task_id: null, created_by: actor.id, created_by_name: actor.name,
    actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name, actor_tenant_id: actor.tenantId, created_at: now, updated_at: now, confirmed_at: null, started_at: null, finished_at: null,
  }).execute()
  await insertMany<ManyItemsTable>(db, 'many_items', { job_id: 'text', seq: 'bigint', entity_id: 'text', state: 'text', code: 'text', fields: 'text', changed_at: 'bigint' }, items)
  return id
}

/** Few are done in the caller's transaction; many are queued. Throws 409 `bulk_not_previewed` for the second who presses the button. */
export async function confirmMany(db: Db, actor: Actor, store: Store, id: string, task: Task, now: number): Promise<void> {
  const job = await db.updateTable('many_jobs').set({
    state: 'queued', confirmed_at: now, updated_at: now, actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name, actor_tenant_id: actor.tenantId,
  }).where('id', '=', id).where('state', '=', 'previewed').returningAll().executeTakeFirst()
  if (!job) throw new Problem(409, 'bulk_not_previewed', { message: 'It was confirmed already' })
  if (job.planned === 0) {
    await db.updateTable('many_jobs').set({ state: 'done', finished_at: now }).where('id', '=', id).execute()
  } else if (job.planned <= MANY_AT_ONCE) await takeTurns(db, store, job, MANY_AT_ONCE, now)
  else await db.updateTable('many_jobs').set({ task_id: await enqueue(db, task, { job: id }, { tenantId: job.tenant_id, createdBy: actor.name, now }) }).where('id', '=', id).execute()
}

/** Takes effect before the next rows. */
export async function stopMany(db: Db, id: string, now: number): Promise<void> {
  const job = await db.updateTable('many_jobs').set({ state: 'stopping', updated_at: now }).where('id', '=', id).where('state', 'in', ['queued', 'running']).returning('task_id').executeTakeFirst()
  if (job?.task_id) await db.updateTable('tasks').set({ run_after: now }).where('id', '=', job.task_id).where('state', '=', 'queued').execute()
}

/** Throws 404 for a job of another list, or out of scope. */
export async function manyJobOf(db: Db, { tenantId }: Scope, list: string, id: string): Promise<ManyJobsTable> {
  const job = await db.selectFrom('many_jobs').selectAll().where('id', '=', id).where('list', '=', list).executeTakeFirst()
  if (!job || (tenantId !== null && job.tenant_id !== tenantId)) throw new Problem(404, 'not_found', { message: 'No such job' })
  return job
}

export const manyWire = ({ id, action, state, input, reason, total, planned, done, unchanged, failed, stopped, task_id, created_by_name, created_at, confirmed_at, finished_at }: ManyJobsTable): ManyJob => ({
  _id: id, action: action as ManyAction, state: state as ManyJob['state'], fields: JSON.parse(input) as Record<string, unknown>, reason, total, planned, done, unchanged, failed, stopped,
  task_id, created_by: created_by_name, created_at, confirmed_at, finished_at,
})
