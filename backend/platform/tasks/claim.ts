/**
 * Whose a task is: settled by conditional updates alone, so that any number of backends may ask at once on either
 * engine.
 * Every later write names the claim, so a runner that was stopped for longer than its lease cannot write over its
 * successor.
 */
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { TasksTable } from './tasks.table'

/** Without a renewal for this long, another runner takes the task over. Milliseconds. */
export const LEASE_MS = 15_000
const CANDIDATES = 8
const MAX_BACKOFF_MS = 5 * 60_000

export interface Claim {
  id: string
  owner: string
}

/** Claims the oldest task of these kinds that is due, or whose runner is gone; undefined when there is none. */
export async function claimNext(db: Db, kinds: string[], now: number): Promise<TasksTable | undefined> {
  if (kinds.length === 0) return undefined
  const due = await db
    .selectFrom('tasks')
    .select(['id', 'state', 'attempts', 'max_attempts', 'cancel_requested'])
    .where('kind', 'in', kinds)
    .where(where =>
      where.or([
        where.and([where('state', '=', 'queued'), where('run_after', '<=', now)]),
        where.and([where('state', '=', 'running'), where('lease_until', '<', now)]),
      ]),
    )
    .orderBy('run_after')
    .orderBy('id')
    .limit(CANDIDATES)
    .execute()
  for (const { id, state, attempts, max_attempts, cancel_requested } of due) {
    // Its runner died: stopped by a person, it stays stopped; without progress after so many starts, the work itself
    // is what kills.
    const over =
      state !== 'running'
        ? undefined
        : cancel_requested === 1
          ? 'cancelled'
          : attempts >= max_attempts
            ? 'failed'
            : undefined
    const owner = newId(now)
    const update = over
      ? db.updateTable('tasks').set({
          state: over,
          finished_at: now,
          updated_at: now,
          lease_owner: null,
          lease_until: null,
          ...(over === 'failed' && { error: 'The process ended while it ran' }),
        })
      : db.updateTable('tasks').set(eb => ({
          state: 'running',
          lease_owner: owner,
          lease_until: now + LEASE_MS,
          attempts: eb('attempts', '+', 1),
          updated_at: now,
          started_at: eb.fn.coalesce('started_at', eb.val(now)),
        }))
    const claimed = await update
      .where('id', '=', id)
      .where(where =>
        state === 'queued'
          ? where('state', '=', 'queued')
          : where.and([where('state', '=', 'running'), where('lease_until', '<', now)]),
      )
      .returningAll()
      .executeTakeFirst()
    if (claimed && !over) return claimed
  }
  return undefined
}

/**
 * What a process that was killed still held is due at once. Only at the start, and only where one backend alone may use
 * the database (`instance-lock.ts`): elsewhere another one may well be at work.
 */
export async function endLeases(db: Db, now: number): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ lease_until: now - 1 })
    .where('state', '=', 'running')
    .execute()
  await db.deleteFrom('leases').execute()
}

/** 'lost': another runner has it, or nobody. */
export async function renew(
  db: Db,
  { id, owner }: Claim,
  now: number,
): Promise<'held' | 'cancelled' | 'lost'> {
  const row = await db
    .updateTable('tasks')
    .set({ lease_until: now + LEASE_MS })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst()
  return !row ? 'lost' : row.cancel_requested === 1 ? 'cancelled' : 'held'
}

export interface Step {
  checkpoint: unknown
  progress: number
  note: string | null
}

/** As `renew`, and keeps how far the work has come. Work that gets on has its attempts counted anew. */
export async function saveStep(
  db: Db,
  { id, owner }: Claim,
  { checkpoint, progress, note }: Step,
  now: number,
): Promise<'held' | 'cancelled' | 'lost'> {
  const row = await db
    .updateTable('tasks')
    .set({
      checkpoint: JSON.stringify(checkpoint),
      progress: Math.max(0, Math.min(10_000, Math.round(progress))),
      progress_note: note,
      lease_until: now + LEASE_MS,
      attempts: 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst()
  return !row ? 'lost' : row.cancel_requested === 1 ? 'cancelled' : 'held'
}

export type Outcome =
  | { state: 'done'; result: unknown }
  | { state: 'cancelled' }
  /** Another attempt while there is one left. */
  | { state: 'failed'; error: string }
  /** The runner goes; the next one starts at once, and the attempt does not count. */
  | { state: 'released' }
  /** Nothing to do before that instant; the attempt does not count. */
  | { state: 'deferred'; until: number }

/** Returns the state that the task now has, or undefined when the claim was lost and nothing was written. */
export async function settle(
  db: Db,
  { id, owner }: Claim,
  outcome: Outcome,
  now: number,
): Promise<string | undefined> {
  const task = await db
    .selectFrom('tasks')
    .select(['attempts', 'max_attempts'])
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  if (!task) return undefined
  const free = { lease_owner: null, lease_until: null, updated_at: now }
  const over = { ...free, state: outcome.state, finished_at: now }
  const again = { ...free, state: 'queued' }
  const change =
    outcome.state === 'done'
      ? { ...over, progress: 10_000, result: JSON.stringify(outcome.result ?? null), error: null }
      : outcome.state === 'cancelled'
        ? over
        : outcome.state === 'deferred'
          ? { ...again, run_after: outcome.until, attempts: Math.max(0, task.attempts - 1) }
          : outcome.state === 'released'
            ? { ...again, run_after: now, attempts: Math.max(0, task.attempts - 1) }
            : task.attempts >= task.max_attempts
              ? { ...over, error: outcome.error }
              : { ...again, run_after: now + backoff(task.attempts), error: outcome.error }
  const row = await db
    .updateTable('tasks')
    .set(change)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'running')
    .returning('state')
    .executeTakeFirst()
  return row?.state
}

/** 1 s, 2 s, 4 s … 5 min. */
const backoff = (attempts: number): number => Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** Math.max(0, attempts - 1))
