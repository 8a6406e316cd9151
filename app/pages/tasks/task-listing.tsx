import { currentTasksContract } from '../../../backend/tasks/tasks.contract'
import type { Shell } from '../../console/shell-context'
import { numberColumn, textColumn, timeColumn, plainListing } from '../../engine/list/plain-columns'
import { Progress } from '../../ui/chart'
import { Status } from '../../ui/status'
import { isCompleted, markOf, stateWord, TASKS, taskTitle, type Task } from './task'

export const shows = ['current', 'completed'] as const

/** `show` says which of the backend's two lists; `state` narrows the one of what is over. */
export const taskListing = plainListing<Task>({
  sort: '-create_time',
  sortKeys: currentTasksContract.sort,
  filters: [
    {
      filter: 'show',
      values: shows,
      label: t => t('tasks:show.label'),
      word: (value, t) => t(`tasks:show.${value}`),
      offered: () => false,
    },
    {
      filter: 'state',
      values: ['done', 'failed', 'cancelled'],
      label: t => t('tasks:fields.state'),
      word: (value, t) => t(`notifications:tasks.${value}`),
      offered: isCompleted,
    },
  ],
  texts: 'tasks:fields',
  columns: [
    {
      ...textColumn('title', (task, t) => taskTitle(t, task), { sortBy: 'kind' }),
      cell: (task, { t }) => <a href={`${TASKS}/${task._id}`}>{taskTitle(t, task)}</a>,
    },
    {
      ...textColumn('state', (task, t) => stateWord(t, task), { sortBy: 'state', rank: 2 }),
      cell: (task, { t }) => <Status mark={markOf(task)}>{stateWord(t, task)}</Status>,
    },
    textColumn('tenant', ({ tenant }, t) => tenant?.name ?? t('tasks:system')),
    {
      key: 'progress',
      sortBy: 'progress',
      rank: 3,
      cell: (task, shell) => <TaskBar task={task} shell={shell} />,
      csvValue: ({ progress }, { file }) => file.number(Math.floor(progress / 100)),
      unit: () => '%',
    },
    numberColumn('attempts', ({ attempts }) => attempts),
    timeColumn('create_time', task => task.create_time, { sortBy: 'create_time' }),
    timeColumn('started_at', task => task.started_at, { sortBy: 'started_at' }),
    timeColumn('finished_at', task => task.finished_at, { sortBy: 'finished_at' }),
  ],
})

/** The bar, and beside it the whole percents and what the task notes: figures or a date. */
function TaskBar({ task, shell: { t, format } }: { task: Task; shell: Shell }) {
  return (
    <Progress
      label={`${taskTitle(t, task)}: ${t('tasks:fields.progress')}`}
      value={task.progress}
      max={10_000}
      text={[format.percent(Math.floor(task.progress / 100) * 100), task.progress_note]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}
