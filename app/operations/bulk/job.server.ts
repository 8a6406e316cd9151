/** Loads a bulk action's page, and carries out its buttons. */
import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import {
  bulkAnswer,
  bulkPaths,
  bulkSteps,
  bulkTerms,
  type BulkJob,
  type BulkStep,
  type BulkSummary,
} from '../../../backend/operations/bulk/bulk.contract'
import { currentTasksContract } from '../../../backend/platform/tasks/tasks.contract'
import { failed, type Failure } from '../../engine/data/failure.server'
import { loadList, type ListData } from '../../engine/data/list.server'
import { wayBack, withWayBack } from '../../engine/address/way-back'
import { resources } from '../../engine/definition/registry'
import { idOf, resourceAt } from '../../engine/data/resource-at.server'
import { intentIn, keyIn } from '../../session/form.server'
import type { GuardedContext } from '../../session/guard.server'
import type { Task } from '../../platform/tasks/task'
import { BULK, headingOf } from './job-words'

export interface JobData {
  title: string
  job: BulkJob
  summary: BulkSummary
  list: ListData
  /** For the live progress; null where this person may not see tasks. */
  task: Pick<Task, '_id' | 'state' | 'progress' | 'progress_note'> | null
  /** The address of the slots' list, as it was narrowed. */
  back: string
  key: string
  failure: Failure | null
}

const taskAnswer = z.looseObject({ task: currentTasksContract.row })

export async function loadJob(ctx: GuardedContext): Promise<JobData> {
  const { api, params, t, can } = ctx
  const id = idOf(params)
  const { job, summary } = await api.call('GET', `${bulkPaths.job}/${id}`, { schema: bulkAnswer })
  const isWatched =
    ['queued', 'running', 'stopping'].includes(job.state) &&
    job.task_id !== null &&
    can(currentTasksContract.permissions.read)
  const [list, task] = await Promise.all([
    loadList(ctx, resourceAt(ctx)),
    isWatched
      ? api
          .call('GET', `/api/tasks/v1/task/${job.task_id}`, { schema: taskAnswer })
          .then(({ task: { _id, state, progress, progress_note } }) => ({
            _id,
            state,
            progress,
            progress_note,
          }))
      : null,
  ])
  return {
    title: headingOf(t, job),
    job,
    summary,
    list,
    task,
    back: wayBack(ctx.url, resources.slots, ctx.timeZone),
    key: randomUUID(),
    failure: null,
  }
}

/** The input of a step in addition to its name. */
function bodyOf(intent: BulkStep, form: FormData): { start?: boolean } & z.input<typeof bulkTerms> {
  const isOn = (name: string) => form.get(name) === '1'
  if (intent === 'inverse') return { start: isOn('start') }
  if (intent !== 'choose') return {}
  const chosen = Object.keys(bulkTerms.shape).filter(name => form.has(name))
  return Object.fromEntries(chosen.map(name => [name, isOn(name)]))
}

/** A second press of the same button is the same step: its key was made with the page. */
export async function takeStep(ctx: GuardedContext) {
  const { api, params, form, t, toast } = ctx
  const id = idOf(params)
  const intent = intentIn(form, bulkSteps)
  try {
    const body = bodyOf(intent, form)
    const answer = await api.call('POST', `${bulkPaths.job}/${id}/${intent}`, {
      body,
      schema: z.looseObject({ job: bulkAnswer.shape.job.optional() }),
      idempotencyKey: keyIn(form),
    })
    // A preview explains itself, so a message appears only for what happened.
    if (intent !== 'choose' && (intent !== 'inverse' || body.start))
      await toast('good', t(`bulk:told.${intent}`))
    if (!answer.job) return redirect(BULK, 303)
    const back = wayBack(ctx.url, resources.slots, ctx.timeZone)
    return redirect(withWayBack(`${BULK}/${answer.job._id}`, back), 303)
  } catch (error) {
    return failed(error)
  }
}
