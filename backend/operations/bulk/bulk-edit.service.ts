/** Many rows archived, unarchived or edited: pinned by id, then each by its store's own rules. */
import type { Contract } from '../../platform/contract/contract'
import { foldWords } from '../../platform/contract/fold'
import { MANY_AT_ONCE, type ManyAction, type ManyJob } from '../../platform/contract/many'
import { Problem, type FieldProblem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Store } from '../../platform/db/store'
import type { Deps } from '../../platform/deps'
import type { Actor, Scope } from '../../platform/http/actor'
import { forgetPreviews, queueJob } from '../../platform/jobs/job-states.service'
import { wave } from '../../platform/jobs/job-waves.service'
import { enqueue, type Task } from '../../platform/tasks/tasks.service'
import type { ManyItemsTable, ManyJobsTable } from './bulk.table'
import { foreignRows } from './tenant-mismatch'
import { manyOver, type ManyRow } from './is-unchanged'
import { batches, judgeTogether } from './bulk-edit-batch'
import { EDIT_WAVE, editJobs, editKind } from './bulk-edit-task'
import type { ManyOrder } from './bulk-edit-order'

/** More are judged at their turn only: to read them all first would make a preview wait. */
export const JUDGED_FIRST = 5_000
const CHUNK = 1_000

/** 422 unless every field may be set for many at once, its value is one it can have, and money has its reason. */
export function checkFields(
  { bulk = [], input, reasoned = [] }: Contract,
  { fields, reason }: ManyOrder,
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

/** Returns the job's id; nothing has changed yet. Who will be refused is written down with the reason. Throws 404 for an id out of scope. */
export async function pinMany(
  db: Db,
  actor: Actor,
  scope: Scope,
  store: Store,
  ids: readonly string[],
  order: ManyOrder,
  now: number,
): Promise<string> {
  const items: ManyItemsTable[] = []
  if (ids.length > JUDGED_FIRST) {
    const told = new Map([
      ...(await foreignRows(db, store, ids, order)),
      ...(await stuckRows(db, store, ids, order.action)),
    ])
    items.push(...ids.map((one, seq) => ({ ...newItem('', one, seq), ...told.get(one) })))
  } else {
    for (let start = 0; start < ids.length; start += CHUNK)
      items.push(...(await judgedFirst(db, scope, store, ids.slice(start, start + CHUNK), order, start, now)))
  }
  return storeMany(db, actor, store, order, items, now)
}

/** By the rules that will be asked again at the turn; where they judge one row at a time, only whether there is anything to do. */
async function judgedFirst(
  db: Db,
  scope: Scope,
  store: Store,
  ids: string[],
  order: ManyOrder,
  start: number,
  now: number,
): Promise<ManyItemsTable[]> {
  const { family, many: name } = store.contract
  const many = order.action === 'update' ? batches.get(`${family}/${name}`) : undefined
  if (many) {
    const verdicts = await judgeTogether(
      db,
      many,
      scope,
      order.reason,
      ids.map(id => ({ id, fields: order.fields })),
      now,
    )
    if (ids.some(id => !verdicts.has(id)))
      throw new Problem(404, 'not_found', { message: `No such ${store.contract.one}` })
    return ids.map((one, index) => {
      const { state = 'waiting', code = null, fields = null } = verdicts.get(one)?.turned ?? {}
      return { ...newItem('', one, start + index), code, fields, state: state === 'done' ? 'waiting' : state }
    })
  }
  const rows = (await store.getAll(db, scope, ids, now)) as ManyRow[]
  const stuck = await stuckRows(db, store, ids, order.action)
  return rows.map((row, index) => ({
    ...newItem('', row._id, start + index),
    ...(manyOver(store.contract, row, order) ? { state: 'unchanged' } : stuck.get(row._id)),
  }))
}

/** Rows that the rules keep from being archived, as their turn would tell them. */
export async function stuckRows(
  db: Db,
  { machinery: { spec } }: Store,
  ids: readonly string[],
  action: ManyAction,
): Promise<Map<string, Pick<ManyItemsTable, 'state' | 'code' | 'fields'>>> {
  const stuck = action === 'archive' && ids.length > 0 ? await spec.kept?.(db, ids) : undefined
  return new Map([...(stuck ?? [])].map(([id, { code }]) => [id, { state: 'failed', code, fields: '{}' }]))
}

export const newItem = (job_id: string, entity_id: string, seq: number): ManyItemsTable => ({
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
export async function storeMany(
  db: Db,
  actor: Actor,
  store: Store,
  order: ManyOrder,
  items: readonly ManyItemsTable[],
  now: number,
  originId: string | null = null,
): Promise<string> {
  const id = newId(now)
  const count = (state: string) => items.filter(item => item.state === state).length
  const { family, many } = store.contract
  await forgetPreviews(db, editJobs, now)
  await db
    .insertInto('many_jobs')
    .values({
      id,
      version: 1,
      search: foldWords([order.reason, actor.name]),
      archived_at: null,
      tenant_id: actor.tenantId,
      list: `${family}/${many}`,
      action: order.action,
      state: 'previewed',
      input: JSON.stringify(order.fields),
      reason: order.reason,
      total: items.length,
      planned: count('waiting'),
      done: 0,
      unchanged: count('unchanged'),
      skipped: count('skipped'),
      failed: count('failed'),
      stopped: 0,
      wave_size: EDIT_WAVE,
      wave_pause_ms: 0,
      next_wave_at: null,
      task_id: null,
      origin_id: originId,
      created_by: actor.id,
      created_by_name: actor.name,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_tenant_id: actor.tenantId,
      created_at: now,
      updated_at: now,
      confirmed_at: null,
      started_at: null,
      finished_at: null,
    })
    .execute()
  await insertMany<ManyItemsTable>(
    db,
    'many_items',
    itemColumns,
    items.map(item => ({ ...item, job_id: id })),
  )
  return id
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

/** Few are done in the caller's transaction; many are queued. Throws 409 `bulk_not_previewed` for the second who presses the button. */
export async function confirmMany(
  { db, deps, actor, now }: { db: Db; deps: Deps; actor: Actor; now: number },
  store: Store,
  id: string,
  task: Task,
): Promise<void> {
  await queueJob(db, editJobs, actor, id, now)
  const job = await db.selectFrom('many_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (job.planned === 0) {
    await db.updateTable('many_jobs').set({ state: 'done', finished_at: now }).where('id', '=', id).execute()
  } else if (job.planned <= MANY_AT_ONCE) {
    await wave(db, deps, editKind(new Map([[job.list, store]])), job, MANY_AT_ONCE, now)
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
export async function manyJobOf(
  db: Db,
  { tenantId }: Scope,
  list: string,
  id: string,
): Promise<ManyJobsTable> {
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

export const manyWire = ({
  id,
  action,
  state,
  input,
  reason,
  total,
  planned,
  done,
  unchanged,
  failed,
  skipped,
  stopped,
  origin_id,
  task_id,
  created_by_name,
  created_at,
  confirmed_at,
  finished_at,
}: ManyJobsTable): ManyJob => ({
  _id: id,
  action: action as ManyAction,
  state: state as ManyJob['state'],
  fields: JSON.parse(input) as Record<string, unknown>,
  reason,
  total,
  planned,
  done,
  unchanged,
  failed,
  skipped,
  stopped,
  origin_id,
  task_id,
  created_by: created_by_name,
  created_at,
  confirmed_at,
  finished_at,
})
