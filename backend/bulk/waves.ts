/** The work of a bulk action: one wave is one transaction, so a slot is ordered exactly once whatever happens to the process. */
import { z } from 'zod'
import type { RowOf } from '../contract/contract'
import { id } from '../contract/primitives'
import { orderPlay } from '../control/orders.service'
import type { Db } from '../db/database'
import { isRetryable, isUnavailable } from '../db/errors'
import type { Store } from '../db/store'
import { updateMany } from '../db/update-many'
import type { Deps } from '../deps'
import { scopeOf, type Actor } from '../http/actor'
import type { slotsContract } from '../slots/slots.contract'
import { setSlotStatus, type StatusResult } from '../slots/slots.service'
import { defineTask, TaskDeferred, type Task, type TaskRun } from '../tasks/tasks.service'
import { changedSince } from './bulk.queries'
import type { BulkAction } from './bulk.contract'
import type { BulkJobsTable } from './bulk.table'
import { leftOut, statusOf, type Terms } from './judge'

type Slot = RowOf<typeof slotsContract>
type Stores = ReadonlyMap<string, Store>
const input = z.object({ job: id })
const checkpoint = z.object({ done: z.number().int() })
type Hold = Pick<TaskRun<unknown, z.output<typeof checkpoint>>, 'save' | 'signal'>
type Save = Hold['save']

/** Then another job's wave gets its turn. Milliseconds. */
const TURN_MS = 2_000
const MAX_TRIES = 4

export const bulkTask = (stores: Stores): Task<typeof input> =>
  defineTask('bulk_slots', {
    title: 'tasks:kinds.bulk_slots',
    input,
    checkpoint,
    maxAttempts: 5,
    handler: async ({ input: { job }, save, signal, deps }) => {
      const turnOver = performance.now() + TURN_MS
      for (let careful = 0; ; careful = Math.max(0, careful - 1)) {
        signal.throwIfAborted()
        const found = await attempt(deps, stores, job, { save, signal }, careful > 0)
        if (found.over) return { bulk_job: job }
        if (found.careful) careful = found.careful + 1
        else if (found.next > deps.clock() || performance.now() > turnOver) throw new TaskDeferred(found.next)
      }
    },
  })

interface Found {
  over: boolean
  /** When the next wave may begin. */ next: number
  /** So many are to be taken one by one: together they failed. */ careful?: number
}

async function attempt(
  deps: Deps,
  stores: Stores,
  jobId: string,
  { save, signal }: Hold,
  single: boolean,
): Promise<Found> {
  for (let tries = 1; ; tries++) {
    try {
      return await deps.db
        .transaction()
        .execute(db => wave({ ...deps, db }, deps, stores, jobId, save, single))
    } catch (error) {
      if (isRetryable(error) && tries < MAX_TRIES) continue
      if (isUnavailable(error) || isRetryable(error) || signal.aborted) throw error
      deps.log.warn({ err: error, bulk: jobId }, 'bulk: a wave failed')
      if (single) return await deps.db.transaction().execute(db => failNext(db, jobId, save, deps.clock()))
      const job = await jobOf(deps.db, jobId)
      return { over: false, next: 0, careful: job.wave_size }
    }
  }
}

async function wave(
  { db }: { db: Db },
  deps: Deps,
  stores: Stores,
  jobId: string,
  save: Save,
  single: boolean,
): Promise<Found> {
  const now = deps.clock()
  const job = await jobOf(db, jobId)
  if (!['queued', 'running', 'stopping'].includes(job.state)) return { over: true, next: 0 }
  if (job.stop_requested === 1) return await stopNow(db, job, now)
  if (!single && (job.next_wave_at ?? 0) > now) return { over: false, next: job.next_wave_at ?? 0 }
  const items = await db
    .selectFrom('bulk_items')
    .select(['seq', 'slot_id'])
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('seq')
    .limit(single ? 1 : job.wave_size)
    .execute()
  const results = await order(
    db,
    deps,
    stores,
    job,
    items.map(item => item.slot_id),
    now,
  )
  const settled = items.map(({ seq, slot_id }) => {
    const {
      outcome,
      reason = null,
      command_id = null,
    } = results.get(slot_id) ?? { outcome: 'skipped' as const, reason: 'gone' }
    return { seq, state: outcome === 'done' ? 'done' : 'skipped', reason, command_id, changed_at: now }
  })
  // `was` is a key: what another runner has settled is found by nobody.
  const typed = {
    job_id: 'text',
    seq: 'bigint',
    was: 'text',
    state: 'text',
    reason: 'text',
    command_id: 'text',
    changed_at: 'bigint',
  } as const
  const written = await updateMany(
    db,
    'bulk_items',
    { job_id: 'job_id', seq: 'seq', state: 'was' },
    typed,
    settled.map(item => ({ job_id: jobId, was: 'waiting', ...item })),
  )
  if (written !== items.length) throw new Error('Another runner has taken these slots')
  const done = settled.filter(item => item.state === 'done').length
  return await advance(db, job, { done, skipped: items.length - done, failed: 0 }, save, now)
}

/** Orders what still applies; by slot, what became of it. */
async function order(
  db: Db,
  deps: Deps,
  stores: Stores,
  job: BulkJobsTable,
  ids: string[],
  now: number,
): Promise<Map<string, StatusResult>> {
  const actor = actorOf(job)
  const action = job.action as BulkAction
  const terms: Terms = { ...(JSON.parse(job.input) as Omit<Terms, 'action'>), action }
  const slots = await (stores.get('configuration/slots') as unknown as Store<typeof slotsContract>).present(
    db,
    scopeOf(actor),
    ids,
    now,
  )
  const takesBack = job.origin_kind === 'inverse' || job.origin_kind === 'automatic'
  const foreign =
    takesBack && job.origin_id
      ? await changedSince(
          db,
          (await jobOf(db, job.origin_id)).root_id,
          slots.map(slot => slot._id),
        )
      : new Set<string>()
  const results = new Map<string, StatusResult>()
  const again: Slot[] = []
  const fresh: Slot[] = []
  for (const slot of slots) {
    const why = leftOut({ ...slot, protocol: slot.protocol.name }, terms)
    if (why === 'already' && job.origin_kind === 'retry') again.push(slot)
    else if (why) results.set(slot._id, { id: slot._id, outcome: 'skipped', reason: why })
    else if (foreign.has(slot._id))
      results.set(slot._id, { id: slot._id, outcome: 'skipped', reason: 'changed_since' })
    else fresh.push(slot)
  }
  const reason = job.reason ?? ''
  for (const result of await setSlotStatus({ db, actor, now, deps }, fresh, statusOf(action), reason, {
    bulkId: job.root_id,
    bulkJobId: job.id,
  }))
    results.set(result.id, result)
  // Their status is set since the first try; only the machine has not done it.
  const told = await orderPlay(
    db,
    actor,
    again.map(slot => ({
      tenantId: slot.tenant._id,
      locationId: slot.location._id,
      slotId: slot._id,
      smibId: slot.smib?._id ?? null,
      kind: action,
      reason,
      bulkId: job.root_id,
      bulkJobId: job.id,
    })),
    now,
  )
  for (const slot of again)
    results.set(slot._id, { id: slot._id, outcome: 'done', command_id: told.get(slot._id) })
  return results
}

const actorOf = (job: BulkJobsTable): Actor => ({
  kind: job.actor_kind as Actor['kind'],
  id: job.actor_id ?? '',
  name: job.actor_name ?? '',
  tenantId: job.actor_tenant_id ?? '',
  permissions: {},
})

export const jobOf = (db: Db, id: string): Promise<BulkJobsTable> =>
  db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function advance(
  db: Db,
  job: BulkJobsTable,
  more: { done: number; skipped: number; failed: number },
  save: Save,
  now: number,
): Promise<Found> {
  const turned = job.done + more.done + job.failed + more.failed + job.skipped + more.skipped
  const over = turned >= job.total
  const next = now + job.wave_pause_ms
  const counts = {
    done: job.done + more.done,
    skipped: job.skipped + more.skipped,
    failed: job.failed + more.failed,
    updated_at: now,
  }
  const moved = await db
    .updateTable('bulk_jobs')
    .set({
      ...counts,
      state: over ? 'done' : 'running',
      version: job.version + 1,
      started_at: job.started_at ?? now,
      next_wave_at: over ? null : next,
      finished_at: over ? now : null,
    })
    .where('id', '=', job.id)
    .where('state', '!=', 'stopping')
    .executeTakeFirst()
  const isStopping = moved.numUpdatedRows === 0n
  // Told to stop while this wave was under way: what it did counts, and the next one does not begin.
  if (isStopping) await db.updateTable('bulk_jobs').set(counts).where('id', '=', job.id).execute()
  await save(
    { done: turned },
    job.total === 0 ? 10_000 : (turned / job.total) * 10_000,
    `${turned} / ${job.total}`,
    db,
  )
  return isStopping ? { over: false, next: now } : { over, next: over ? 0 : next }
}

/** The rest keeps its place in the record, as stopped before its turn. */
export async function stopNow(
  db: Db,
  job: Pick<BulkJobsTable, 'id'>,
  now: number,
  state: 'stopped' | 'failed' = 'stopped',
): Promise<Found> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_items')
    .set({ state: 'stopped' })
    .where('job_id', '=', job.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const stopped = Number(numUpdatedRows)
  await db
    .updateTable('bulk_jobs')
    .set(row => ({
      state: stopped === 0 && state === 'stopped' ? 'done' : state,
      stopped,
      finished_at: now,
      updated_at: now,
      next_wave_at: null,
      version: row('version', '+', 1),
    }))
    .where('id', '=', job.id)
    .execute()
  return { over: true, next: 0 }
}

/** The one slot that its own transaction could not be kept for. */
async function failNext(db: Db, jobId: string, save: Save, now: number): Promise<Found> {
  const job = await jobOf(db, jobId)
  const item = await db
    .selectFrom('bulk_items')
    .select('seq')
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  if (!item) return { over: true, next: 0 }
  await db
    .updateTable('bulk_items')
    .set({ state: 'failed', reason: 'unexpected', changed_at: now })
    .where('job_id', '=', jobId)
    .where('seq', '=', item.seq)
    .execute()
  return await advance(db, job, { done: 0, skipped: 0, failed: 1 }, save, now)
}
