/** A task in words and shapes, for every page that shows one. */
import { z } from 'zod'
import { id } from '../../../backend/platform/contract/primitives'
import type { tasksContract, TaskState } from '../../../backend/platform/tasks/tasks.contract'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'

export type Task = z.output<(typeof tasksContract)['row']>

export const TASKS = '/advanced/tasks'
const stateMarks: Record<TaskState, Mark> = {
  queued: 'muted',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'muted',
}

/** `title` is a key; of a kind that this console does not know yet, the general word stands. */
export const taskTitle = (t: Translate, { title }: Pick<Task, 'title'>) => t([title, 'tasks:kinds.other'])
export const stateWord = (t: Translate, task: Pick<Task, 'state' | 'cancel_requested' | 'kind'>) =>
  task.state === 'running' && task.cancel_requested
    ? t('tasks:cancelling')
    : isOrdered(task)
      ? t('tasks:ordered')
      : t(`tasks:state.${task.state}`)

/** Its work was to order: whether the slots have done it is the bulk action's to say. */
const isOrdered = ({ kind, state }: Pick<Task, 'kind' | 'state'>) => kind === 'bulk_slots' && state === 'done'
/** The bulk action that it ordered. */
export const bulkOf = ({ result }: Pick<Task, 'result'>): string | null =>
  z.looseObject({ bulk_job: id }).safeParse(result).data?.bulk_job ?? null
export const markOf = (task: Pick<Task, 'kind' | 'state'>): Mark =>
  isOrdered(task) ? 'info' : stateMarks[task.state]

/** Whether a cancel would still find something to end. */
export const isCancellable = ({ state, cancel_requested }: Pick<Task, 'state' | 'cancel_requested'>) =>
  (state === 'queued' || state === 'running') && !cancel_requested
