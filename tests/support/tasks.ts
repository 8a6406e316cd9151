/** Tasks that count, and runners that end with the test. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { SYSTEM_TENANT } from '../../backend/platform/contract/primitives'
import { startRunner, type Runner } from '../../backend/platform/tasks/runner'
import { defineTask, enqueue, type TaskRun } from '../../backend/platform/tasks/tasks.service'
import type { TestBackend } from './backend'

type Work = (run: TaskRun<{ name: string }, { step: number }>) => Promise<unknown>

export const taskOf = (work: Work, maxAttempts = 3) =>
  defineTask('counting', {
    title: 'tasks:kinds.counting',
    input: z.object({ name: z.string() }),
    checkpoint: z.object({ step: z.number() }),
    maxAttempts,
    handler: work,
  })
type CountingTask = ReturnType<typeof taskOf>

export function taskTrial(backend: TestBackend) {
  const runners: Runner[] = []
  const rowOf = (id: string) =>
    backend.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    rowOf,
    queue: (task: CountingTask, name = 'one') =>
      enqueue(
        backend.db,
        task,
        { name },
        { tenantId: SYSTEM_TENANT, createdBy: 'Ana', now: backend.clock() },
      ),
    run(task: CountingTask): Runner {
      const runner = startRunner(backend.deps, [task], { pollMs: 20, stopMs: 300 })
      runners.push(runner)
      return runner
    },
    /** Its row, once it is in this state. */
    async until(id: string, state: string) {
      for (let tries = 0; tries < 250; tries++) {
        const row = await rowOf(id)
        if (row.state === state) return row
        await pause(20)
      }
      throw new Error(`The task is ${(await rowOf(id)).state}, not ${state}`)
    },
    async end(): Promise<void> {
      await Promise.all(runners.splice(0).map(runner => runner.stop()))
      await backend.db.deleteFrom('tasks').execute()
    },
  }
}

/** Rejects with the reason once the runner wants the handler to stop. */
export const untilStopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
