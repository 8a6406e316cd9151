import { tasksContract } from '../../../backend/platform/tasks/tasks.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, flag, linkTo } from '../../engine/fields'
import { groupedNote } from '../../islands/progress'
import { Progress } from '../../ui/chart'
import { Status } from '../../ui/status'
import { isCancellable, markOf, stateWord, taskTitle } from './task'

const wholePercents = (progress: number) => Math.floor(progress / 100)

export const tasks = defineResource('tasks', tasksContract, {
  title: 'kind',
  named: (task, t) => taskTitle(t, task),
  fields: {
    state: choice({ queued: 'muted', running: 'info', done: 'good', failed: 'bad', cancelled: 'muted' }),
    show: choice({ current: '', completed: '' }),
    tenant: linkTo('tenants'),
    cancel_requested: flag(),
  },
  computed: {
    kind: {
      reads: ['kind', 'title'],
      cell: (task, { t }) => taskTitle(t, task),
      csvValue: (task, { t }) => taskTitle(t, task),
    },
    state: {
      reads: ['state', 'cancel_requested', 'kind'],
      cell: (task, { t }) => <Status mark={markOf(task)}>{stateWord(t, task)}</Status>,
      csvValue: (task, { t }) => stateWord(t, task),
    },
    tenant: {
      reads: ['tenant'],
      cell: ({ tenant }, { t }) => tenant?.name ?? t('tasks:system'),
      csvValue: ({ tenant }, { t }) => tenant?.name ?? t('tasks:system'),
    },
    /** The bar, then the whole percents and what the task notes: figures or a date. */
    progress: {
      reads: ['progress', 'progress_note', 'title'],
      unit: () => '%',
      cell: (task, { t, format }) => (
        <Progress
          label={`${taskTitle(t, task)}: ${t('tasks:fields.progress')}`}
          value={task.progress}
          max={10_000}
          text={[
            format.percent(wholePercents(task.progress) * 100),
            task.progress_note && groupedNote(task.progress_note, format.number),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ),
      csvValue: ({ progress }, { file }) => file.number(wholePercents(progress)),
    },
  },
  list: {
    columns: ['kind', 'state', 'tenant', 'progress', 'create_time', 'started_at', 'finished_at'],
    more: ['attempts', 'created_by'],
    summary: ['state', 'progress'],
    filters: ['state', 'tenant'],
    quiet: ['show'],
    shows: { all: {}, current: { show: ['current'] }, completed: { show: ['completed'] } },
    sort: '-create_time',
    live: true,
    direct: true,
  },
  detail: { sections: {} },
  actions: { cancel: { tone: 'danger', bulk: true, when: isCancellable } },
})
