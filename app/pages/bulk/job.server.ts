/** What a bulk action's page shows, and what its buttons do. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import {
  bulkAnswer,
  bulkItem,
  bulkPaths,
  bulkSteps,
  type BulkItem,
  type BulkJob,
  type BulkStep,
  type BulkSummary,
} from '../../../backend/bulk/bulk.contract'
import type { ListAnswer } from '../../../backend/contract/list'
import { currentTasksContract } from '../../../backend/tasks/tasks.contract'
import { failureOf, type Failure } from '../../engine/failure.server'
import { readListQuery, type ListQuery, type Notice } from '../../engine/list/list-query'
import { pageInReach, readingOf } from '../../engine/list/paging.server'
import { idOf } from '../../engine/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import type { Task } from '../../resources/tasks/task'
import { BULK, headingOf, itemSpec } from '../../resources/bulk/job'

export interface JobData {
  title: string
  job: BulkJob
  summary: BulkSummary
  items: ListAnswer<BulkItem>
  query: ListQuery
  notices: Notice[]
  /** For the live progress; null where this person may not see tasks. */
  task: Pick<Task, '_id' | 'state' | 'progress' | 'progress_note'> | null
  key: string
  failure: Failure | null
}

const itemsAnswer = z.looseObject({
  rows: z.array(bulkItem),
  total: z.number().int(),
  as_of: z.number().int(),
})
const taskAnswer = z.looseObject({ task: currentTasksContract.row })

export async function loadJob(asked: GuardedContext, failure: Failure | null = null): Promise<JobData> {
  const { api, params, url, t, timeZone, can } = asked
  const id = idOf(params)
  const { query, notices } = readListQuery(url.searchParams, itemSpec, timeZone, readingOf(asked))
  const { job, summary } = await api.call('GET', `${bulkPaths.job}/${id}`, { schema: bulkAnswer })
  const isWatched =
    ['queued', 'running', 'stopping'].includes(job.state) &&
    job.task_id !== null &&
    can(currentTasksContract.permissions.read)
  const [{ query: shown, answer: items }, task] = await Promise.all([
    pageInReach(query, notices, one => itemsOf(asked, id, one)),
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
    items,
    query: shown,
    notices,
    task,
    key: randomUUID(),
    failure,
  }
}

function itemsOf({ api }: GuardedContext, id: string, query: ListQuery): Promise<ListAnswer<BulkItem>> {
  const filters = {
    job: [id],
    ...(query.filters.show && { result: query.filters.show }),
    ...(query.filters.reason && { reason: query.filters.reason }),
  }
  return api.call('POST', bulkPaths.items, {
    write: false,
    schema: itemsAnswer,
    body: {
      rowsPerPage: query.rowsPerPage,
      page: query.page - 1,
      exactFields: Object.keys(filters),
      exactValues: Object.values(filters).map(values => (values.length === 1 ? values[0] : values)),
    },
  })
}

const startsAt = (intent: string): intent is BulkStep => (bulkSteps as readonly string[]).includes(intent)

/** A second press of the same button is the same step: its key was made with the page. */
export async function takeStep(asked: GuardedContext) {
  const { api, params, form, t, toast } = asked
  const id = idOf(params)
  const intent = String(form.get('intent') ?? '')
  const sent = String(form.get('idempotency_key') ?? '')
  if (!startsAt(intent)) return redirect(`${BULK}/${id}`, 303)
  try {
    const body = intent === 'inverse' ? { start: form.get('start') === '1' } : {}
    const answer = await api.call('POST', `${bulkPaths.job}/${id}/${intent}`, {
      body,
      schema: z.looseObject({ job: bulkAnswer.shape.job.optional() }),
      idempotencyKey: /^[0-9a-f-]{36}$/.test(sent) ? sent : randomUUID(),
    })
    if (intent !== 'inverse' || body.start) await toast('good', t(`bulk:told.${intent}`))
    return redirect(answer.job ? `${BULK}/${answer.job._id}` : BULK, 303)
  } catch (error) {
    const failure = failureOf(error)
    return data(await loadJob(asked, failure), { status: failure.status })
  }
}
