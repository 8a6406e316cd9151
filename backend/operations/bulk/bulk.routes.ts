/** Locking and unlocking many slots: preview, confirm, waves, result, and the way back. */
import { z } from 'zod'
import { pathsOf } from '../../platform/contract/contract'
import type { ListRequest } from '../../platform/contract/list'
import { id } from '../../platform/contract/primitives'
import { invalidField } from '../../platform/contract/problem'
import type { Api, EndpointContext } from '../../platform/http/api'
import { listEndpoint } from '../../platform/http/crud'
import { takesOf, type ListTakes } from '../../platform/request/list-body'
import {
  bulkAnswer,
  bulkChoice,
  bulkContract,
  bulkItem,
  bulkPaths,
  bulkTerms,
  itemFilters,
  type BulkChoice,
} from './bulk.contract'
import { listItems } from './bulk.queries'
import {
  cancelUnlock,
  chooseAnew,
  confirmJob,
  discardJob,
  invertJob,
  retryJob,
  stopJob,
  type BulkTasks,
} from './bulk.service'
import { bulkStore } from './bulk.store'
import { leftOut } from './judge'
import { answer, demandReadable } from './bulk-answer'
import { registerLocationOrders } from './location-order-endpoints'
import { registerTickedOrders } from './ticked-order-endpoints'
import { chosenSlots } from './chosen-slots.queries'
import { checkUnlock, storeBulkPreview } from './preview'
import { releaseTask } from './release-task'
import { bulkTask, commandJobs } from './waves'
import { endLeftJobs } from '../../platform/jobs/job-states.service'

const { family, permissions } = bulkContract
/** Of what is chosen by more than ticks, and of each step. */
const permission = permissions.list
const params = z.object({ id })
/** In the order in which their turns come. */
const itemsTake: ListTakes = {
  row: bulkItem,
  filters: itemFilters,
  sort: ['seq'],
  order: { by: 'seq', direction: 'ASC' },
  sortKeys: 1,
  searched: false,
}

export const bulkTasks = (stores: Api['stores']): BulkTasks => {
  const work = bulkTask(stores)
  return { work, release: releaseTask(work) }
}

export function register(api: Api): void {
  const tasks = bulkTasks(api.stores)

  listEndpoint(api, {
    family,
    takes: takesOf(bulkContract),
    picks: true,
    path: pathsOf(bulkContract).list,
    permission: permissions.list,
    summary: 'List bulk actions',
    read: async ({ db, scope, body, now }) => {
      await endLeftJobs(api.deps, commandJobs, now)
      return bulkStore.list(db, scope, body, now)
    },
  })
  api.endpoint(
    {
      method: 'POST',
      path: bulkPaths.preview,
      family,
      permission,
      write: true,
      response: bulkAnswer,
      body: bulkChoice.strict(),
      summary:
        'Preview a bulk action over `ids`, or all that `matching` filters find: which slots would change and which are skipped. Changes nothing',
    },
    async ({ db, actor, scope, body, now }) =>
      answer(db, scope, await preview(api, { db, actor, scope, now }, body), now),
  )

  api.endpoint(
    {
      method: 'GET',
      path: `${bulkPaths.job}/:id`,
      family,
      permission: permissions.read,
      params,
      response: bulkAnswer,
      summary: 'Get one bulk action, with counts of its results',
    },
    async ({ db, actor, scope, params, now }) => {
      await endLeftJobs(api.deps, commandJobs, now)
      await demandReadable(db, actor, scope, params.id, now)
      return answer(db, scope, params.id, now)
    },
  )
  listEndpoint(api, {
    family,
    takes: itemsTake,
    path: bulkPaths.items,
    permission: permissions.read,
    summary: 'List the slots of one bulk action (filter `job`), with each one’s result',
    read: async ({ db, actor, scope, body, now }) => {
      const job = body.exactValues[body.exactFields.indexOf('job')]
      if (typeof job === 'string') await demandReadable(db, actor, scope, job, now)
      return listItems(db, body, now)
    },
  })

  registerLocationOrders(api, tasks)
  registerTickedOrders(api, tasks)

  const step = (
    name: string,
    summary: string,
    perform: (context: EndpointContext<{ id: string }, undefined, unknown>) => Promise<string | void>,
  ) =>
    api.endpoint(
      {
        method: 'POST',
        path: `${bulkPaths.job}/:id/${name}`,
        family,
        permission,
        summary,
        params,
        body: z.strictObject({ start: z.boolean().optional() }),
        write: true,
        response: bulkAnswer,
      },
      async context => {
        const { db, scope, now } = context
        await bulkStore.get(db, scope, context.params.id, now)
        return answer(db, scope, (await perform(context)) ?? context.params.id, now)
      },
    )
  step('confirm', 'Begin a previewed bulk action', ({ db, actor, params, now }) =>
    confirmJob(db, actor, params.id, tasks, now),
  )
  step('stop', 'Stop before the next wave', async ({ db, actor, params, now }) => {
    await stopJob(db, actor, params.id, now)
  })
  step('cancel-unlock', 'Call off the automatic unlock', ({ db, actor, params, now }) =>
    cancelUnlock(db, actor, params.id, now),
  )
  step('retry', 'Repeat it for the slots where it failed', ({ db, actor, params, now }) =>
    retryJob(db, actor, params.id, tasks, now),
  )
  step(
    'inverse',
    'Undo exactly what it did; with `start` it begins at once, without it is a preview',
    async ({ db, actor, params, body, now }) => {
      const inverse = await invertJob(db, actor, params.id, now)
      if ((body as { start?: boolean }).start) await confirmJob(db, actor, inverse, tasks, now)
      return inverse
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${bulkPaths.job}/:id/choose`,
      family,
      permission,
      params,
      body: bulkTerms,
      write: true,
      response: bulkAnswer,
      summary:
        'Preview the same slots with another choice about credits or offline slots, as a further preview',
    },
    async ({ db, actor, scope, params, body, now }) => {
      await bulkStore.get(db, scope, params.id, now)
      return answer(db, scope, await chooseAnew(db, actor, params.id, body, now), now)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${bulkPaths.job}/:id/discard`,
      family,
      permission,
      params,
      write: true,
      summary: 'Discard a preview',
    },
    async ({ db, scope, params, now }) => {
      await bulkStore.get(db, scope, params.id, now)
      await discardJob(db, params.id)
    },
  )
}

async function preview(
  api: Api,
  {
    db,
    actor,
    scope,
    now,
  }: Pick<EndpointContext<unknown, unknown, unknown>, 'db' | 'actor' | 'scope' | 'now'>,
  choice: BulkChoice,
): Promise<string> {
  if ((choice.ids === undefined) === (choice.matching === undefined)) throw invalidField('ids', 'required')
  checkUnlock(choice, now)
  const slots = api.stores.get('configuration/slots')
  const ids = choice.ids
    ? [...new Set(choice.ids)]
    : ((await slots?.idsMatching(db, scope, choice.matching as ListRequest, now)) ?? [])
  const candidates = (await chosenSlots(db, scope, ids, now)).map(slot => ({
    slot,
    reason: leftOut(slot, choice),
  }))
  return storeBulkPreview(db, actor, choice, candidates, now)
}
