/** Work in the background: defined by kind, queued as a row, run by whichever backend claims it (`runner.ts`). */
import type { z } from 'zod'
import { fold } from '../contract/fold'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { Deps } from '../deps'

export interface TaskRun<Input, Checkpoint> {
  taskId: string
  input: Input
  /** As last saved, by this process or one before it; null at the very start. */
  checkpoint: Checkpoint | null
  /**
   * Keeps how far the work has come. With `db`, the work's own transaction, both are stored or neither: exactly once.
   * `progress` in basis points; `note` is shown as it is, so figures or a date. Throws when the task is no longer ours
   * or is to stop.
   */
  save(checkpoint: Checkpoint, progress: number, note?: string | null, db?: Db): Promise<void>
  /** Aborted on cancel, on shutdown, and when another runner has taken the task over. */
  signal: AbortSignal
  deps: Deps
}

/**
 * A handler throws it when there is nothing to do before `until` (epoch milliseconds): others may work meanwhile, and a
 * restart forgets nothing.
 */
export class TaskDeferred extends Error {
  constructor(readonly until: number) {
    super('The task goes on later')
  }
}

export interface TaskSpec<Input extends z.ZodType, Checkpoint extends z.ZodType> {
  /** A key of the console's texts. */
  title: string
  input: Input
  checkpoint: Checkpoint
  /** Starts without progress before it counts as failed. */
  maxAttempts: number
  /** Resumes from `checkpoint`. What it answers is the task's result; throwing means another attempt. */
  handler(run: TaskRun<z.output<Input>, z.output<Checkpoint>>): Promise<unknown>
}

/** With its shapes erased: what the runner runs. */
export interface RunnableTask {
  kind: string
  run(
    raw: Omit<TaskRun<unknown, unknown>, 'input' | 'checkpoint'> & {
      input: string
      checkpoint: string | null
    },
  ): Promise<unknown>
}

export interface Task<Input extends z.ZodType = z.ZodType> extends RunnableTask {
  title: string
  maxAttempts: number
  input: Input
}

export function defineTask<Input extends z.ZodType, Checkpoint extends z.ZodType>(
  kind: string,
  spec: TaskSpec<Input, Checkpoint>,
): Task<Input> {
  return {
    kind,
    title: spec.title,
    maxAttempts: spec.maxAttempts,
    input: spec.input,
    run: ({ input, checkpoint, ...run }) =>
      spec.handler({
        ...run,
        input: spec.input.parse(JSON.parse(input)),
        checkpoint: checkpoint === null ? null : spec.checkpoint.parse(JSON.parse(checkpoint)),
      }),
  }
}

export interface Queued {
  /** Whose people see it; SYSTEM_TENANT for the system's. */
  tenantId: string
  /** A name, as the list shows it. */
  createdBy: string
  now: number
  /** Not before; epoch milliseconds. */
  runAfter?: number
}

/** Queues it in the caller's transaction: it starts once that is committed. Returns its id. */
export async function enqueue<Input extends z.ZodType>(
  db: Db,
  task: Task<Input>,
  input: z.input<Input>,
  { tenantId, createdBy, now, runAfter = now }: Queued,
): Promise<string> {
  const id = newId(now)
  await db
    .insertInto('tasks')
    .values({
      id,
      version: 1,
      search: fold(`${task.kind} ${createdBy}`),
      archived_at: null,
      tenant_id: tenantId,
      kind: task.kind,
      title: task.title,
      input: JSON.stringify(input),
      state: 'queued',
      progress: 0,
      progress_note: null,
      attempts: 0,
      max_attempts: task.maxAttempts,
      run_after: runAfter,
      lease_owner: null,
      lease_until: null,
      cancel_requested: 0,
      checkpoint: null,
      result: null,
      error: null,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
      started_at: null,
      finished_at: null,
    })
    .execute()
  return id
}

/**
 * A waiting task is over at once; a running one is asked to end, and does at its next step. Returns false when it
 * was over already.
 */
export async function cancelTask(db: Db, id: string, now: number): Promise<boolean> {
  const waiting = await db
    .updateTable('tasks')
    .set({ state: 'cancelled', cancel_requested: 1, finished_at: now, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (waiting.numUpdatedRows > 0n) return true
  const running = await db
    .updateTable('tasks')
    .set({ cancel_requested: 1, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('cancel_requested', '=', 0)
    .executeTakeFirst()
  return running.numUpdatedRows > 0n
}
