import { z } from 'zod'
import { defineContract } from '../contract/contract'
import { basisPoints, id, instant, reference } from '../contract/primitives'

export const taskState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export type TaskState = z.infer<typeof taskState>

const row = z.object({
  _id: id,
  version: z.number().int(),
  kind: z.string(),
  /** A key of the console's texts. */
  title: z.string(),
  /** null for the system's own tasks. */
  tenant: reference.nullable(),
  state: taskState,
  progress: basisPoints,
  /** Readable in every language: figures or a date. */
  progress_note: z.string().nullable(),
  attempts: z.number().int(),
  cancel_requested: z.boolean(),
  created_by: z.string(),
  create_time: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  error: z.string().nullable(),
  result: z.unknown(),
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
})

const shared = {
  family: 'tasks',
  one: 'task',
  row,
  input: z.object({}),
  filters: z.object({ tenant: id, kind: z.string(), state: taskState, archived: z.boolean() }),
  sort: ['create_time', 'kind', 'state', 'progress', 'started_at', 'finished_at', 'created_by'],
  order: { by: 'create_time', direction: 'DESC' },
} as const
const read = { any: ['task_current::list', 'task_completed::list'] } as const

export const taskShow = z.enum(['current', 'completed'])
const permissions = { list: { all: ['task_current::list', 'task_completed::list'] }, read } as const
const actions = {
  cancel: { permission: 'task_current::cancel', path: '/api/tasks/v1/cancel', input: z.object({}) },
} as const

/** All of them: what waits, what runs and what is over. */
export const tasksContract = defineContract({
  ...shared,
  many: 'tasks',
  filters: shared.filters.extend({ show: taskShow }),
  permissions,
  actions,
})

/** Waiting or running. */
export const currentTasksContract = defineContract({
  ...shared,
  many: 'current',
  permissions: { list: 'task_current::list', read },
  actions,
})

/** Done, failed or cancelled. */
export const completedTasksContract = defineContract({
  ...shared,
  many: 'completed',
  permissions: { list: 'task_completed::list', read },
  actions: {},
})
