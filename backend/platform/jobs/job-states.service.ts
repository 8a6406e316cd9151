/**
 * A job's states, the same for every kind. Each step is a conditional update: of two people who press the same button,
 * one has done it.
 */
import { sql } from 'kysely'
import { DAY_MS } from '../contract/durations'
import { foldWords } from '../contract/fold'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import type { Actor } from '../request/actor'
import { dueByTenant, tenantByTenant, tenantsWith } from '../tasks/each-tenant.service'
import type { JobColumns } from './jobs.table'

type JobState = 'previewed' | 'queued' | 'running' | 'stopping' | 'stopped' | 'done' | 'failed'
const openStates: readonly JobState[] = ['queued', 'running', 'stopping']
export const isOpen = (state: string) => openStates.some(one => one === state)

/** Where a kind keeps its jobs and their rows. */
export interface JobTables {
  jobs: 'bulk_jobs' | 'many_jobs'
  items: 'bulk_items' | 'many_items'
}
/** Both tables have the columns that are touched here: one of them stands for the other in the types. */
export const jobsOf = ({ jobs }: JobTables) => jobs as 'bulk_jobs'
export const itemsOf = ({ items }: JobTables) => items as 'bulk_items'

interface Preview extends Pick<JobColumns, 'action' | 'reason' | 'wave_size' | 'wave_pause_ms'> {
  tenantId: string
  /** What is to be done, and by which terms. */
  input: object
  /** The state of each row: those that wait are to change. */
  rows: readonly { state: string }[]
}

/** A job that has changed nothing; the kind adds what is its own. */
export function previewedJob(
  { id, name }: Pick<Actor, 'id' | 'name'>,
  { tenantId, input, rows, ...own }: Preview,
  now: number,
): JobColumns {
  const count = (state: string) => rows.filter(row => row.state === state).length
  return {
    ...own,
    id: newId(now),
    version: 1,
    search: foldWords([own.reason, name]),
    archived_at: null,
    tenant_id: tenantId,
    state: 'previewed',
    input: JSON.stringify(input),
    total: rows.length,
    planned: count('waiting'),
    done: 0,
    skipped: count('skipped'),
    failed: count('failed'),
    stopped: 0,
    next_wave_at: null,
    task_id: null,
    created_by: id,
    created_by_name: name,
    actor_kind: null,
    actor_id: null,
    actor_name: null,
    actor_tenant_id: null,
    created_at: now,
    updated_at: now,
    confirmed_at: null,
    started_at: null,
    finished_at: null,
  }
}

/** A preview that nobody confirmed says little after this. Milliseconds. */
const FORGOTTEN_AFTER_MS = 7 * DAY_MS

/** In a transaction. */
export async function forgetPreviews(db: Db, tables: JobTables, now: number): Promise<void> {
  const before = now - FORGOTTEN_AFTER_MS
  const tenants = await tenantsWith(
    db,
    sql`select distinct tenant_id from ${sql.table(tables.jobs)} where state = 'previewed' and created_at < ${before}`,
  )
  for (const tenant of tenants) {
    const old = db
      .selectFrom(jobsOf(tables))
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('state', '=', 'previewed')
      .where('created_at', '<', before)
    await db.deleteFrom(itemsOf(tables)).where('job_id', 'in', old).execute()
    await db
      .deleteFrom(jobsOf(tables))
      .where('tenant_id', '=', tenant)
      .where('state', '=', 'previewed')
      .where('created_at', '<', before)
      .execute()
  }
}

/** Queues a preview in this person's name. Throws 409 `bulk_not_previewed` for the second who presses the button. */
export async function queueJob(
  db: Db,
  tables: JobTables,
  actor: Actor,
  id: string,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable(jobsOf(tables))
    .set(row => ({
      state: 'queued',
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_tenant_id: actor.tenantId,
      confirmed_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'previewed')
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Problem(409, 'bulk_not_previewed', { message: 'It was confirmed or discarded already' })
}

/** The wave under way ends; no other begins. False when it was over, or being stopped, already. */
export async function stopJob(db: Db, tables: JobTables, id: string, now: number): Promise<boolean> {
  const job = await db
    .updateTable(jobsOf(tables))
    .set(row => ({ state: 'stopping', updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning('task_id')
    .executeTakeFirst()
  if (!job) return false
  // A task that waits for its next wave is woken, to find that there is none.
  await db
    .updateTable('tasks')
    .set({ run_after: now })
    .where('id', '=', job.task_id)
    .where('state', '=', 'queued')
    .execute()
  return true
}

/** The end of a job whose rest is not done: it keeps its place in the record, as stopped before its turn. */
export async function endJob(
  db: Db,
  tables: JobTables,
  id: string,
  now: number,
  state: 'stopped' | 'failed' = 'stopped',
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable(itemsOf(tables))
    .set({ state: 'stopped' })
    .where('job_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const stopped = Number(numUpdatedRows)
  await db
    .updateTable(jobsOf(tables))
    .set(row => ({
      state: stopped === 0 && state === 'stopped' ? 'done' : state,
      stopped,
      finished_at: now,
      updated_at: now,
      next_wave_at: null,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** A task that was cancelled, or gave up, leaves its job without an end: it gets one. */
export async function endLeftJobs(
  deps: Pick<Deps, 'db' | 'log'>,
  tables: JobTables,
  now: number,
): Promise<void> {
  const left = await dueByTenant(
    deps.db,
    sql<{ tenant_id: string; id: string; state: string }>`select j.tenant_id, j.id, t.state
      from ${sql.table(tables.jobs)} j join tasks t on t.id = j.task_id
      where j.state in (${sql.join([...openStates])}) and t.state in ('failed', 'cancelled')`,
  )
  await tenantByTenant(deps, [...left.keys()], {
    failed: 'jobs that were left could not be ended',
    async work(tenant) {
      const jobs = left.get(tenant) ?? []
      for (const { id, state } of jobs)
        await deps.db
          .transaction()
          .execute(trx => endJob(trx, tables, id, now, state === 'failed' ? 'failed' : 'stopped'))
      return jobs.length
    },
  })
}

/** In whose name its rows are changed: that of whoever confirmed it. */
export const actorOf = (
  job: Pick<JobColumns, 'actor_kind' | 'actor_id' | 'actor_name' | 'actor_tenant_id'>,
): Actor => ({
  kind: job.actor_kind as Actor['kind'],
  id: job.actor_id ?? '',
  name: job.actor_name ?? '',
  tenantId: job.actor_tenant_id ?? '',
  permissions: {},
})
