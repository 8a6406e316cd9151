/**
 * Runs queued tasks, a few at a time, and never two of one kind at once: what one kind does would only stand in its own
 * way.
 */
import type { Deps } from '../deps'
import { claimNext, LEASE_MS, renew, saveStep, settle, type Claim, type Outcome } from './claim'
import { TaskDeferred, type RunnableTask } from './tasks.service'
import type { TasksTable } from './tasks.table'

export interface RunnerOptions {
  /** How often to look for work. Milliseconds. */
  pollMs?: number
  concurrency?: number
  /** How long a stop waits for handlers; the leases are released in any case. Milliseconds. */
  stopMs?: number
}

export interface Runner {
  stop(): Promise<void>
}

/** Why a handler's signal is aborted. */
class TaskStopped extends Error {
  constructor(readonly why: 'cancelled' | 'lost' | 'released') {
    super(`The task is ${why}`)
  }
}

const SUPERVISE_MS = 1_000

export function startRunner(
  deps: Deps,
  tasks: readonly RunnableTask[],
  { pollMs = 1_000, concurrency = 2, stopMs = 2_500 }: RunnerOptions = {},
): Runner {
  const byKind = new Map(tasks.map(task => [task.kind, task]))
  const running = new Map<string, Running>()
  let stopping = false
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    while (!stopping && running.size < concurrency) {
      const free = [...byKind.keys()].filter(kind => !running.has(kind))
      const row = await claimNext(deps.db, free, deps.clock())
      const task = row && byKind.get(row.kind)
      if (!row || !task) return
      const run = new Running(deps, task, row)
      running.set(row.kind, run)
      void run.over.finally(() => {
        running.delete(row.kind)
        poll()
      })
      if (stopping) run.stop()
    }
  }
  const poll = () => {
    if (stopping) return
    looking = looking
      .then(look)
      .catch((err: unknown) => deps.log.warn({ err }, 'task runner: no look for work'))
  }
  const timer = setInterval(poll, pollMs)
  poll()

  return {
    stop: async () => {
      stopping = true
      clearInterval(timer)
      await looking
      await Promise.all([...running.values()].map(run => run.stop(stopMs)))
    },
  }
}

class Running {
  readonly over: Promise<void>
  private readonly claim: Claim
  private readonly abort = new AbortController()
  private readonly timer: NodeJS.Timeout
  private settling: Promise<void> | undefined
  private renewedAt: number
  private step: { progress: number; note: string | null }
  private isPublished = true

  constructor(
    private readonly deps: Deps,
    private readonly task: RunnableTask,
    private readonly row: TasksTable,
  ) {
    this.claim = { id: row.id, owner: row.lease_owner ?? '' }
    this.renewedAt = performance.now()
    this.step = { progress: row.progress, note: row.progress_note }
    this.publish('running', row.progress, row.progress_note)
    this.timer = setInterval(
      () =>
        void this.supervise().catch((err: unknown) =>
          deps.log.warn({ err, task: row.id }, 'task: not renewed'),
        ),
      SUPERVISE_MS,
    )
    this.over = this.work()
  }

  /** Without `waitMs` it does not wait. */
  async stop(waitMs = 0): Promise<void> {
    this.abort.abort(new TaskStopped('released'))
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      this.over,
      new Promise(resolve => {
        timer = setTimeout(resolve, waitMs)
      }),
    ])
    clearTimeout(timer)
    // A handler that does not listen is left behind: with the claim gone, nothing that it saves is stored.
    if (waitMs > 0) await this.settle({ state: 'released' }).catch(() => {})
  }

  private async work(): Promise<void> {
    const {
      deps,
      row,
      abort: { signal },
    } = this
    let outcome: Outcome | undefined
    try {
      const result = await this.task.run({
        taskId: row.id,
        input: row.input,
        checkpoint: row.checkpoint,
        signal,
        deps,
        save: async (checkpoint, progress, note = null, db = deps.db) => {
          signal.throwIfAborted()
          this.obey(await saveStep(db, this.claim, { checkpoint, progress, note }, deps.clock()))
          this.step = { progress, note }
          this.isPublished = false
          this.renewedAt = performance.now()
        },
      })
      outcome = { state: 'done', result }
    } catch (error) {
      const reason: unknown = signal.aborted ? signal.reason : undefined
      if (error instanceof TaskDeferred && !(reason instanceof TaskStopped))
        outcome = { state: 'deferred', until: error.until }
      else if (!(reason instanceof TaskStopped)) {
        deps.log.warn({ err: error, task: row.id, kind: row.kind }, 'task attempt failed')
        outcome = { state: 'failed', error: error instanceof Error ? error.message : String(error) }
      } else if (reason.why !== 'lost') outcome = { state: reason.why }
    } finally {
      clearInterval(this.timer)
    }
    try {
      if (outcome) await this.settle(outcome)
    } catch (err) {
      // The lease runs out, and the next runner goes on from the last checkpoint.
      deps.log.warn({ err, task: row.id }, 'task: not settled')
    }
  }

  private settle(outcome: Outcome): Promise<void> {
    this.settling ??= settle(this.deps.db, this.claim, outcome, this.deps.clock()).then(state => {
      if (state) this.publish(state, state === 'done' ? 10_000 : this.step.progress, this.step.note)
    })
    return this.settling
  }

  /** Each second: tells the progress, hears a cancel; each third of a lease: renews it. */
  private async supervise(): Promise<void> {
    const { deps, claim } = this
    if (!this.isPublished) this.publish('running', this.step.progress, this.step.note)
    this.isPublished = true
    if (performance.now() - this.renewedAt < LEASE_MS / 3) {
      const row = await deps.db
        .selectFrom('tasks')
        .select('cancel_requested')
        .where('id', '=', claim.id)
        .executeTakeFirst()
      if (row?.cancel_requested === 1) this.abort.abort(new TaskStopped('cancelled'))
      return
    }
    this.renewedAt = performance.now()
    this.obey(await renew(deps.db, claim, deps.clock()))
  }

  /** Throws, after the abort, so that a transaction around a refused save is rolled back. */
  private obey(answer: 'held' | 'cancelled' | 'lost'): void {
    if (answer === 'held') return
    const stopped = new TaskStopped(answer)
    this.abort.abort(stopped)
    throw stopped
  }

  private publish(state: string, progress: number, note: string | null): void {
    const { row, deps } = this
    deps.bus
      .publish({
        topic: 'task',
        tenantId: row.tenant_id,
        data: { id: row.id, kind: row.kind, title: row.title, state, progress, progress_note: note },
      })
      .catch((err: unknown) => deps.log.debug({ err }, 'task: not told'))
  }
}
