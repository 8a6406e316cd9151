/**
 * The loop of every job's task, whatever its rows are: bulk commands, bulk edits, imports and the taking back of them.
 * One wave is one transaction with its checkpoint, so a row has its turn exactly once whatever happens to the process;
 * one that fails as a whole is taken row by row.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { isRetryable, isUnavailable, isUniqueViolation } from '../db/errors'
import { RowsMoved } from '../store/judged'
import type { Deps } from '../deps'
import { TaskDeferred } from '../tasks/tasks.service'

export interface Wave {
  over: boolean
  /** When the next one may begin, epoch milliseconds; 0 for at once. */
  next: number
}

export interface Waves {
  /** Of the task, for the log. */
  kind: string
  job: string
  /** Rows of one wave, at most. */
  size: number
  /** In a transaction of its own: takes at most so many rows through their turn. */
  take(size: number, isCareful: boolean): Promise<Wave>
  /**
   * Writes down that the next row brought its transaction down. Where it is left out, a careful wave that fails ends
   * the task's try.
   */
  fallen?(): Promise<Wave>
}

/** Then another job's wave gets its turn. Milliseconds. */
const TURN_MS = 2_000
/** Two writers met: the wave again, each time a quarter of it, so that it is sooner done than they meet once more. */
const MAX_TRIES = 5

/**
 * Returns when the job is over; throws `TaskDeferred` where it goes on later, and what only another try of the task may
 * mend.
 */
export async function runWaves(deps: Deps, signal: AbortSignal, waves: Waves): Promise<void> {
  const turnOver = performance.now() + TURN_MS
  /** So many rows are still to be taken one by one: together they failed. */
  for (let careful = 0; ; careful = Math.max(0, careful - 1)) {
    signal.throwIfAborted()
    const wave = await attempt(deps, signal, waves, careful > 0)
    if (wave === 'fell') careful = waves.size + 1
    else if (wave.over) return
    else if (wave.next > deps.clock() || performance.now() > turnOver) throw new TaskDeferred(wave.next)
    await pause(0)
  }
}

async function attempt(
  { log }: Deps,
  signal: AbortSignal,
  waves: Waves,
  isCareful: boolean,
): Promise<Wave | 'fell'> {
  for (let tries = 1; ; tries++) {
    try {
      return await waves.take(isCareful ? 1 : Math.ceil(waves.size / 4 ** (tries - 1)), isCareful)
    } catch (error) {
      if (isCollision(error) && tries < MAX_TRIES) continue
      if (isUnavailable(error) || isRetryable(error) || signal.aborted) throw error
      if (isCareful && !waves.fallen) throw error
      log.warn({ err: error, job: waves.job, kind: waves.kind }, 'jobs: a wave failed')
      return isCareful && waves.fallen ? waves.fallen() : 'fell'
    }
  }
}

const isCollision = (error: unknown): boolean =>
  error instanceof RowsMoved || isRetryable(error) || isUniqueViolation(error)
