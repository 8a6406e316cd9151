/** The automatic unlock: a task that waits for its hour in the database, so no restart forgets it. */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import { systemActor } from '../../platform/request/actor'
import { defineTask, TaskDeferred, type Task } from '../../platform/tasks/tasks.service'
import { confirmJob, invertJob, stopJob } from './bulk.service'
import { jobOf } from './waves'

const input = z.object({ job: id })
/** How often it looks whether the lock it takes back has come to its end. Milliseconds. */
const LOOK_MS = 1_000

export const releaseTask = (work: Task): Task<typeof input> => {
  const task: Task<typeof input> = defineTask('bulk_release', {
    title: 'tasks:kinds.bulk_release',
    input,
    checkpoint: z.object({ job: z.string().nullable() }),
    maxAttempts: 10,
    handler: ({ input: order, save, deps }) =>
      deps.db
        .transaction()
        .execute(async db => {
          const now = deps.clock()
          const job = await jobOf(db, order.job)
          if (job.unlock_state !== 'waiting') return null
          if (!['done', 'stopped', 'failed'].includes(job.state)) {
            // Still locking at the hour of the unlock: it goes no further.
            await stopJob(db, systemActor, job.id, now)
            return now + LOOK_MS
          }
          const release = await released(async () => {
            const inverse = await invertJob(db, systemActor, job.id, now, 'automatic')
            if ((await jobOf(db, inverse)).planned > 0)
              await confirmJob(db, systemActor, inverse, { work, release: task }, now)
            return inverse
          })
          await db
            .updateTable('bulk_jobs')
            .set({ unlock_state: 'done', updated_at: now })
            .where('id', '=', job.id)
            .execute()
          await save({ job: release }, 10_000, null, db)
          return null
        })
        .then(later => {
          if (later !== null) throw new TaskDeferred(later)
          return null
        }),
  })
  return task
}

/** Nothing was locked, so there is nothing to let go. */
async function released(invert: () => Promise<string>): Promise<string | null> {
  try {
    return await invert()
  } catch (error) {
    if (error instanceof Problem && error.code === 'bulk_nothing') return null
    throw error
  }
}
