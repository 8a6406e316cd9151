/** What the page of a change of many rows shows, and what its buttons do. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import {
  bulkEditResult,
  inverseAction,
  bulkEditPaths,
  type BulkEditJob,
  type BulkEditSummary,
} from '../../../backend/platform/contract/bulk-edit'
import { failureOf, type Failure } from '../data/failure.server'
import type { Options } from '../fields/field'
import { optionsFor } from '../data/lookup.server'
import { idOf, isId, resourceAt, type RequestContext } from '../data/resource-at.server'
import { loadList, type ListData } from '../data/list.server'
import { problemText } from '../render/labels'
import { wayBack, withWayBack } from '../address/way-back'
import { bulkEditHref, bulkEditTitle } from '../definition/bulk-edit'
import { intentIn, keyIn } from '../../session/form.server'
import type { Resource } from '../definition/resource'

type Submitted = RequestContext & { form: FormData }

export interface BulkEditJobData {
  name: Resource['name']
  title: string
  job: BulkEditJob
  summary: BulkEditSummary
  /** The job that it takes back. */
  origin: Pick<BulkEditJob, '_id' | 'action'> | null
  /** Why it is to be taken back, as typed, and what is wrong with it. */
  reason: { typed: string; problem: string | null }
  /** Its rows, as a list of their own. */
  list: ListData
  /** Names of what the chosen fields will refer to. */
  options: Record<string, Options>
  task: { id: string; state: string; progress: number; note: string | null } | null
  /** The address of the list, as it was narrowed. */
  back: string
  key: string
  failure: Failure | null
}

/** As much of a task as its progress needs. */
const taskAnswer = z.looseObject({
  task: z.looseObject({
    _id: z.string(),
    state: z.string(),
    progress: z.number(),
    progress_note: z.string().nullable(),
  }),
})
const seesTasks = { any: ['task_current::list', 'task_completed::list'] } as const

/** Whose rows are changed: the page's own address is that of the rows of one change. */
export const changedList = ({ url }: { url: URL }): Resource =>
  resourceAt({ url: new URL(url.pathname.replace(/\/changes\/.*$/, ''), url) })

/** What a step was refused with; how the job stands is read anew. */
export type BulkEditJobAnswer = Pick<BulkEditJobData, 'failure' | 'reason'>

export async function loadBulkEditJob(ctx: RequestContext): Promise<BulkEditJobData> {
  const { api, t, can } = ctx
  const resource = changedList(ctx)
  const id = idOf(ctx.params)
  const { job, summary } = await api.call('GET', `${bulkEditPaths(resource.contract).job}/${id}`, {
    schema: bulkEditResult,
  })
  const isWatched =
    ['queued', 'running', 'stopping'].includes(job.state) && job.task_id !== null && can(seesTasks)
  const [list, task, options] = await Promise.all([
    loadList(ctx, resourceAt(ctx)),
    isWatched
      ? api.call('GET', `/api/tasks/v1/task/${job.task_id}`, { schema: taskAnswer }).then(({ task }) => ({
          id: task._id,
          state: task.state,
          progress: task.progress,
          note: task.progress_note,
        }))
      : null,
    optionsFor(
      ctx,
      resource,
      Object.entries(job.fields).map(([field, value]) => ({
        field,
        ids: [String(value)].filter(isId),
        find: '',
      })),
    ),
  ])
  return {
    name: resource.name,
    title: bulkEditTitle(t, resource, job),
    origin: job.origin_id === null ? null : { _id: job.origin_id, action: inverseAction[job.action] },
    job,
    summary,
    reason: { typed: '', problem: null },
    list,
    task,
    options,
    back: wayBack(ctx.url, resource, ctx.timeZone),
    key: randomUUID(),
    failure: null,
  }
}

/** Confirms a preview, stops what runs, or makes a preview of the way back. */
export async function stepBulkEdit(ctx: Submitted) {
  const { api, form } = ctx
  const id = idOf(ctx.params)
  const step = intentIn(form, ['confirm', 'stop', 'inverse'])
  const why = String(form.get('reason') ?? '')
    .trim()
    .slice(0, 1_000)
  const resource = changedList(ctx)
  try {
    const body = step === 'inverse' && why !== '' ? { reason: why } : {}
    const { job } = await api.call('POST', `${bulkEditPaths(resource.contract).job}/${id}/${step}`, {
      body,
      schema: bulkEditResult,
      idempotencyKey: keyIn(form),
    })
    return redirect(withWayBack(bulkEditHref(resource, job), wayBack(ctx.url, resource, ctx.timeZone)), 303)
  } catch (error) {
    const failure = failureOf(error)
    const wrong = failure.fields.reason?.[0]
    const problem = wrong ? problemText(ctx.t, wrong) : null
    return data<BulkEditJobAnswer>(
      { failure: wrong ? null : failure, reason: { typed: why, problem } },
      { status: failure.status },
    )
  }
}
