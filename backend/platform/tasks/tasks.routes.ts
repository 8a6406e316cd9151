/** Tasks: what waits or runs, what is over, and the command that ends one. */
import { z } from 'zod'
import type { ListRequest } from '../contract/list'
import { id } from '../contract/primitives'
import type { Api } from '../http/api'
import { command, each } from '../http/commands'
import { listEndpoint } from '../http/crud'
import { takesOf } from '../request/list-body'
import { recordChange } from '../audit/audit.service'
import { completedTasksContract, currentTasksContract, tasksContract, type TaskState } from './tasks.contract'
import { cancelTask } from './tasks.service'
import { completedStates, currentStates, tasksStore } from './tasks.store'

export function register(api: Api): void {
  for (const [contract, states, summary] of [
    [tasksContract, [...currentStates, ...completedStates], 'List all tasks'],
    [currentTasksContract, currentStates, 'List tasks that wait or run'],
    [completedTasksContract, completedStates, 'List tasks that are over'],
  ] as const) {
    listEndpoint(api, {
      family: 'tasks',
      path: `/api/tasks/v1/${contract.many}`,
      summary,
      permission: contract.permissions.list,
      takes: takesOf(contract),
      picks: true,
      read: ({ db, scope, body, now }) => tasksStore.list(db, scope, within(...shown(body, states)), now),
    })
  }
  api.endpoint(
    {
      method: 'GET',
      path: '/api/tasks/v1/task/:id',
      family: 'tasks',
      summary: 'Get one task',
      permission: currentTasksContract.permissions.read,
      params: z.object({ id }),
      response: z.object({ task: currentTasksContract.row }),
    },
    async ({ db, scope, params, now }) => ({ task: await tasksStore.get(db, scope, params.id, now) }),
  )

  command(
    api,
    tasksStore,
    currentTasksContract.actions.cancel,
    'Cancel tasks',
    each(async ({ db, actor, scope, now }, before) => {
      if (!(await cancelTask(db, before._id, now)))
        return {
          outcome: 'skipped',
          reason: before.state === 'running' ? 'already_cancelled' : 'already_over',
        }
      const after = await tasksStore.get(db, scope, before._id, now)
      await recordChange(
        db,
        actor,
        {
          entity: 'task',
          id: before._id,
          tenantId: before.tenant?._id ?? actor.tenantId,
          action: 'cancel',
          before,
          after,
        },
        now,
      )
      return { outcome: 'done' }
    }),
  )
}

/** `show` is a word for some of the states, and no column. */
function shown(request: ListRequest, states: readonly TaskState[]): [ListRequest, readonly TaskState[]] {
  const at = request.exactFields.indexOf('show')
  if (at < 0) return [request, states]
  const wanted = [request.exactValues[at] ?? []].flat()
  const kept = [
    ...(wanted.includes('current') ? currentStates : []),
    ...(wanted.includes('completed') ? completedStates : []),
  ]
  return [
    {
      ...request,
      exactFields: request.exactFields.toSpliced(at, 1),
      exactValues: request.exactValues.toSpliced(at, 1),
    },
    kept,
  ]
}

/** Only these states, whatever the request asks for. */
function within(request: ListRequest, states: readonly TaskState[]): ListRequest {
  const at = request.exactFields.indexOf('state')
  if (at < 0)
    return {
      ...request,
      exactFields: [...request.exactFields, 'state'],
      exactValues: [...request.exactValues, [...states]],
    }
  const asked = request.exactValues[at]
  if (asked === undefined) return request
  const kept = [asked]
    .flat()
    .filter(
      value =>
        !completedStates.concat(currentStates).some(state => state === value) ||
        states.some(state => state === value),
    )
  return { ...request, exactValues: request.exactValues.with(at, kept) }
}
