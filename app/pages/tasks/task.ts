/** A task in words and shapes, for every page that shows one. */
import type { z } from 'zod'
import type { currentTasksContract, TaskState } from '../../../backend/tasks/tasks.contract'
import type { ListQuery } from '../../engine/list-query'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'

export type Task = z.output<(typeof currentTasksContract)['row']>

export const TASKS = '/advanced/tasks'
export const readTasks = { all: ['task_current::list', 'task_completed::list'] } as const
/** The list of what is over, not that of what waits or runs. */
export const isCompleted = ({ filters }: ListQuery) => filters.show?.[0] === 'completed'
export const stateMarks: Record<TaskState, Mark> = { queued: 'muted', running: 'info', done: 'good', failed: 'bad', cancelled: 'muted' }

/** `title` is a key; of a kind that this console does not know yet, the general word stands. */
export const taskTitle = (t: Translate, { title }: Pick<Task, 'title'>) => t([title, 'tasks:kinds.other'])
export const stateWord = (t: Translate, { state, cancel_requested }: Pick<Task, 'state' | 'cancel_requested'>) =>
  state === 'running' && cancel_requested ? t('tasks:cancelling') : t(`notifications:tasks.${state}`)

/** Whether a cancel would still find something to end. */
export const isCancellable = ({ state, cancel_requested }: Pick<Task, 'state' | 'cancel_requested'>) => (state === 'queued' || state === 'running') && !cancel_requested
