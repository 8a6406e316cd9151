/**
 * The steps of a bulk action. Each is a conditional update: of two people who press the same button, one has done it.
 */
import { recordChange } from '../../platform/audit/audit.service'
import { ROWS_AT_ONCE } from '../../platform/contract/bulk-edit'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Api } from '../../platform/http/api'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { queueJob, stopJob as stop } from '../../platform/jobs/job-states.service'
import { wave } from '../../platform/jobs/job-waves.service'
import { cancelTask, enqueue, type Task } from '../../platform/tasks/tasks.service'
import type { BulkAction } from './bulk.contract'
import { retryable, standing } from './bulk.queries'
import type { BulkJobsTable } from './bulk.table'
import { inverseOf, leftOut, type Terms } from './judge'
import { chosenSlots } from './chosen-slots.queries'
import { checkUnlock, storeBulkPreview, type Plan } from './preview'
import { commandJobs, commandKind, jobOf } from './waves'

export interface BulkTasks {
  work: Task
  release: Task
}
type Step = 'confirm' | 'stop' | 'retry' | 'inverse' | 'cancel_unlock'

/** Throws 409 `bulk_not_previewed` when somebody else was faster, 409 `bulk_nothing` when it would change nothing. */
export async function confirmJob(
  db: Db,
  actor: Actor,
  id: string,
  tasks: BulkTasks,
  now: number,
): Promise<void> {
  await queueJob(db, commandJobs, actor, id, now)
  const job = await jobOf(db, id)
  demandAny(job)
  checkUnlock({ action: job.action as BulkAction, unlock_at: job.unlock_at }, now)
  const queued = { tenantId: job.tenant_id, createdBy: actor.name, now }
  const task_id = await enqueue(db, tasks.work, { job: id }, queued)
  const unlock_task_id =
    job.unlock_at === null
      ? null
      : await enqueue(db, tasks.release, { job: id }, { ...queued, runAfter: job.unlock_at })
  await db
    .updateTable('bulk_jobs')
    .set({
      task_id,
      unlock_task_id,
      unlock_state: unlock_task_id && 'waiting',
      ...(job.origin_id === null && { root_id: id }),
    })
    .where('id', '=', id)
    .execute()
  await dropPreviews(db, job)
  await record(db, actor, job, 'confirm', now)
}

/**
 * As `confirmJob`, but few slots are ordered in the caller's transaction, so its answer says what became of them.
 * Throws 409 `bulk_nothing` when it would change nothing.
 */
export async function confirmAtOnce(
  { db, deps, actor, now }: { db: Db; deps: Deps; actor: Actor; now: number },
  stores: Api['stores'],
  id: string,
  tasks: BulkTasks,
): Promise<void> {
  if ((await jobOf(db, id)).planned > ROWS_AT_ONCE) return confirmJob(db, actor, id, tasks, now)
  await queueJob(db, commandJobs, actor, id, now)
  const job = await jobOf(db, id)
  demandAny(job)
  await wave(db, deps, commandKind(stores), job, ROWS_AT_ONCE, now)
  await record(db, actor, await jobOf(db, id), 'confirm', now)
}

function demandAny({ planned }: Pick<BulkJobsTable, 'planned'>): void {
  if (planned === 0) throw new Problem(409, 'bulk_nothing', { message: 'There is nothing to change' })
}

const notPreviewed = () => new Problem(409, 'bulk_not_previewed', { message: 'It was confirmed already' })

/** The preview and the other choices of it. Throws 409 `bulk_not_previewed`. */
export async function discardJob(db: Db, id: string): Promise<void> {
  const job = await jobOf(db, id)
  const gone = await db
    .deleteFrom('bulk_jobs')
    .where('id', '=', id)
    .where('state', '=', 'previewed')
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw notPreviewed()
  await db.deleteFrom('bulk_items').where('job_id', '=', id).execute()
  await dropPreviews(db, job)
}

/** Choices of one preview that nobody took: they would stand in the list as actions still to be confirmed. */
async function dropPreviews(
  db: Db,
  { root_id, origin_id }: Pick<BulkJobsTable, 'root_id' | 'origin_id'>,
): Promise<void> {
  if (origin_id !== null) return
  const gone = await db
    .deleteFrom('bulk_jobs')
    .where('root_id', '=', root_id)
    .where('origin_id', 'is', null)
    .where('state', '=', 'previewed')
    .returning('id')
    .execute()
  for (const { id } of gone) await db.deleteFrom('bulk_items').where('job_id', '=', id).execute()
}

/**
 * Judges the same slots with another choice about credits or silence, as a preview of its own: nobody confirms what
 * they have not seen, and Back shows what was there. Throws 409 `bulk_not_previewed` once it is confirmed, and 409
 * `bulk_terms_follow` for one that takes back another.
 */
export async function chooseAnew(
  db: Db,
  actor: Actor,
  id: string,
  terms: Partial<Pick<Plan, 'with_credits' | 'with_offline'>>,
  now: number,
): Promise<string> {
  const job = await jobOf(db, id)
  // Refused before thousands of slots are judged for nothing.
  if (job.state !== 'previewed') throw notPreviewed()
  if (job.origin_id !== null)
    throw new Problem(409, 'bulk_terms_follow', { message: 'Its terms follow from another action' })
  const items = await db.selectFrom('bulk_items').select('slot_id').where('job_id', '=', id).execute()
  const plan = {
    ...planOf(job),
    ...terms,
    unlock_at: job.unlock_at,
    unlock_zone: job.unlock_zone,
    rootId: job.root_id,
  }
  const slots = await chosenSlots(
    db,
    scopeOf(actor),
    items.map(({ slot_id }) => slot_id),
    now,
  )
  return storeBulkPreview(
    db,
    actor,
    plan,
    slots.map(slot => ({ slot, reason: leftOut(slot, plan) })),
    now,
  )
}

/** The wave under way ends; no other begins. False when it was over, or being stopped, already. */
export async function stopJob(db: Db, actor: Actor, id: string, now: number): Promise<boolean> {
  if (!(await stop(db, commandJobs, id, now))) return false
  await record(db, actor, await jobOf(db, id), 'stop', now)
  return true
}

export async function cancelUnlock(db: Db, actor: Actor, id: string, now: number): Promise<void> {
  const job = await db
    .updateTable('bulk_jobs')
    .set(row => ({ unlock_state: 'cancelled', updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('unlock_state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  if (!job) throw new Problem(409, 'bulk_no_unlock', { message: 'No automatic unlock is waiting' })
  if (job.unlock_task_id) await cancelTask(db, job.unlock_task_id, now)
  await record(db, actor, job, 'cancel_unlock', now)
}

/**
 * The same again for those that came to nothing: failed, refused, without an answer, or stopped before their turn.
 * Begins at once.
 */
export async function retryJob(
  db: Db,
  actor: Actor,
  id: string,
  tasks: BulkTasks,
  now: number,
): Promise<string> {
  const job = await overJob(db, id)
  const ids = await retryable(db, job)
  if (ids.length === 0) throw new Problem(409, 'bulk_nothing', { message: 'There is nothing to repeat' })
  const plan = planOf(job)
  const candidates = (await chosenSlots(db, scopeOf(actor), ids, now)).map(slot => {
    const why = leftOut(slot, { ...plan, action: job.action as BulkAction })
    // Its status is set since the first try, so only the command to its slot is repeated.
    return { slot, reason: why === 'already' ? undefined : why }
  })
  const retry = await storeBulkPreview(
    db,
    actor,
    { ...plan, origin: { id, kind: 'retry', root: job.root_id } },
    candidates,
    now,
  )
  if (candidates.some(({ reason }) => reason === undefined)) await confirmJob(db, actor, retry, tasks, now)
  await record(db, actor, job, 'retry', now)
  return retry
}

/**
 * Takes back exactly what this action and its repeats have set; who was locked or unlocked by somebody else since is
 * left out. Previewed.
 */
export async function invertJob(
  db: Db,
  actor: Actor,
  id: string,
  now: number,
  kind: 'inverse' | 'automatic' = 'inverse',
): Promise<string> {
  const job = await overJob(db, id)
  const found = new Map((await standing(db, job)).map(({ id: slot, stands }) => [slot, stands]))
  if (found.size === 0) throw new Problem(409, 'bulk_nothing', { message: 'It has changed nothing' })
  const action = inverseOf(job.action as BulkAction)
  // Credits and silence do not prevent an unlock: offline slots receive it when they are back.
  const plan = {
    ...planOf(job),
    action,
    ...(action === 'unlock' && { with_credits: true, with_offline: true }),
    origin: { id, kind },
  }
  const candidates = (await chosenSlots(db, scopeOf(actor), [...found.keys()], now)).map(slot => ({
    slot,
    reason: leftOut(slot, plan) ?? (found.get(slot.id) ? undefined : ('changed_since' as const)),
  }))
  const inverse = await storeBulkPreview(db, actor, plan, candidates, now)
  await record(db, actor, job, 'inverse', now)
  return inverse
}

async function overJob(db: Db, id: string): Promise<BulkJobsTable> {
  const job = await jobOf(db, id)
  if (!['done', 'stopped', 'failed'].includes(job.state))
    throw new Problem(409, 'bulk_not_over', { message: 'Stop it first, or wait for its end' })
  return job
}

const planOf = (job: BulkJobsTable): Omit<Plan, 'unlock_at' | 'unlock_zone'> => ({
  ...(JSON.parse(job.input) as Omit<Terms, 'action'>),
  action: job.action as BulkAction,
  reason: job.reason ?? '',
  wave_size: job.wave_size,
  wave_pause_ms: job.wave_pause_ms,
})

const record = (db: Db, actor: Actor, job: BulkJobsTable, action: Step, now: number): Promise<void> =>
  recordChange(
    db,
    actor,
    {
      entity: 'bulk_job',
      id: job.id,
      tenantId: job.tenant_id,
      action,
      before: null,
      after: {
        action: job.action,
        reason: job.reason,
        total: job.total,
        planned: job.planned,
        done: job.done,
        unlock_at: job.unlock_at,
      },
    },
    now,
  )
