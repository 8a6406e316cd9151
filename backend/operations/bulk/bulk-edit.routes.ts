/**
 * `archive-many`, `unarchive-many` and `update-many` of every list whose contract permits it. Registered last: it
 * serves the stores of all modules.
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import type { ListRequest } from '../../platform/contract/list'
import {
  bulkEditActionsOf,
  bulkEditResult,
  inverseAction,
  bulkEditRow,
  bulkEditRowFilters,
  bulkEditJob,
  bulkEditJobFilters,
  bulkEditPaths,
  bulkEditRule,
  PAST_SORT,
  bulkEditTargets,
  type BulkEditAction,
} from '../../platform/contract/bulk-edit'
import { allows } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import { exactFilters } from '../../platform/request/exact-filters'
import type { Actor, Scope } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { listEndpoint } from '../../platform/http/crud'
import type { ListTakes } from '../../platform/request/list-body'
import type { Task } from '../../platform/tasks/tasks.service'
import { previewUndo, summaryOf } from './bulk-edit-undo'
import {
  checkFields,
  confirmBulkEdit,
  findBulkEdit,
  bulkEditWire,
  previewBulkEdit,
} from './bulk-edit.service'
import { editJobs, bulkEditTask } from './bulk-edit-task'
import { endLeftJobs, stopJob } from '../../platform/jobs/job-states.service'
import { listRowsOf } from './bulk-edit-rows.queries'
import { jobHistory } from './job-history'

const params = z.object({ id })
const pastTake: ListTakes = {
  row: bulkEditJob,
  filters: bulkEditJobFilters,
  sort: PAST_SORT,
  order: { by: 'id', direction: 'DESC' },
  sortKeys: 3,
  searched: true,
}
/** In the order in which they were chosen. */
const rowsTake: ListTakes = {
  row: bulkEditRow,
  filters: bulkEditRowFilters,
  sort: ['seq'],
  order: { by: 'seq', direction: 'ASC' },
  sortKeys: 1,
  searched: false,
}

export function registerLast(api: Api): void {
  const task = bulkEditTask(api.stores)
  for (const [list, store] of api.stores) endpointsOf(api, list, store, task)
}

function endpointsOf(api: Api, list: string, store: Store, task: Task): void {
  const { contract } = store
  const { family, many, permissions } = contract
  const paths = bulkEditPaths(contract)
  const actions = bulkEditActionsOf(contract)
  const anyOf = bulkEditRule(contract)
  if (!anyOf) return
  const answer = async (db: Db, scope: Scope, id: string) => {
    const job = await findBulkEdit(db, scope, list, id)
    return { job: bulkEditWire(job), summary: await summaryOf(db, store, job) }
  }
  const demand = (actor: Actor, action: BulkEditAction) => {
    const needs = permissions[action]
    if (!needs || !allows(actor.permissions, needs))
      throw new Problem(403, 'forbidden', { message: 'Not permitted', details: { permission: needs } })
  }

  for (const { action, permission } of actions) {
    const body =
      action === 'update'
        ? bulkEditTargets.extend({ fields: z.record(z.string().max(64), z.unknown()) })
        : bulkEditTargets
    api.endpoint(
      {
        method: 'POST',
        path: paths.act(action),
        family,
        permission: { all: [permissions.list, permission] },
        body: body.strict(),
        response: bulkEditResult,
        write: true,
        summary: `${action} many ${many}: \`ids\`, or all that \`matching\` filters find; row by row, few at once, many in the background`,
      },
      async ({ db, deps, actor, scope, body: targets, now }) => {
        const {
          ids,
          matching,
          expected,
          preview,
          reason: why = null,
          ...rest
        } = targets as z.output<typeof bulkEditTargets> & { fields?: Record<string, unknown> }
        const order = { action, fields: rest.fields ?? {}, reason: why }
        if ((ids === undefined) === (matching === undefined)) throw invalidField('ids', 'required')
        if (action === 'update') checkFields(contract, order)
        const found = ids
          ? [...new Set(ids)]
          : await store.idsMatching(db, scope, matching as ListRequest, now)
        if (expected !== undefined && expected !== found.length)
          throw new Problem(409, 'selection_changed', { details: { found: found.length } })
        const job = await previewBulkEdit(db, actor, scope, store, found, order, now)
        if (!preview) await confirmBulkEdit({ db, deps, actor, now }, store, job, task)
        return answer(db, scope, job)
      },
    )
  }

  api.endpoint(
    {
      method: 'GET',
      path: `${paths.job}/:id`,
      family,
      permission: anyOf,
      params,
      response: bulkEditResult,
      summary: `Get one change of many ${many}`,
    },
    async ({ db, scope, params, now }) => {
      await endLeftJobs(api.deps, editJobs, now)
      return answer(db, scope, params.id)
    },
  )
  for (const step of ['confirm', 'stop'] as const) {
    api.endpoint(
      {
        method: 'POST',
        path: `${paths.job}/:id/${step}`,
        family,
        permission: anyOf,
        params,
        response: bulkEditResult,
        write: true,
        summary: `${step} a change of many ${many}`,
      },
      async ({ db, deps, actor, scope, params, now }) => {
        const job = await findBulkEdit(db, scope, list, params.id)
        demand(actor, job.action as BulkEditAction)
        await (step === 'confirm'
          ? confirmBulkEdit({ db, deps, actor, now }, store, params.id, task)
          : stopJob(db, editJobs, params.id, now))
        return answer(db, scope, params.id)
      },
    )
  }
  api.endpoint(
    {
      method: 'POST',
      path: `${paths.job}/:id/inverse`,
      family,
      permission: anyOf,
      params,
      body: z.strictObject({ reason: reason.optional() }),
      response: bulkEditResult,
      write: true,
      summary: `Preview undoing a change of many ${many}: each row that it changed, unless the same was changed since. Changes nothing`,
    },
    async ({ db, actor, scope, params, body, now }) => {
      const job = await findBulkEdit(db, scope, list, params.id)
      demand(actor, inverseAction[job.action as BulkEditAction])
      return answer(db, scope, await previewUndo(db, actor, store, job, body.reason ?? null, now))
    },
  )
  listEndpoint(api, {
    family,
    takes: pastTake,
    path: paths.past,
    permission: anyOf,
    summary: `List the changes of many ${many} (filters action, state); without previews that were not confirmed`,
    read: async ({ db, scope, body, now }) => {
      await endLeftJobs(api.deps, editJobs, now)
      return jobHistory(db, scope, list, body, now)
    },
  })
  listEndpoint(api, {
    family,
    takes: rowsTake,
    path: paths.rows,
    permission: anyOf,
    summary: `List the rows of one change of many ${many} (filter \`job\`), with each one’s outcome`,
    read: async ({ db, scope, body, now }) => {
      const filters = exactFilters(body, bulkEditRowFilters)
      if (!filters.job) throw invalidField('job', 'required')
      const job = await findBulkEdit(db, scope, list, filters.job[0] ?? '')
      return listRowsOf(db, scope, store, job, { request: body, outcomes: filters.outcome }, now)
    },
  })
}
