import type { ReactNode } from 'react'
import { useShell, type Shell } from '../../console/shell-context'
import { Progress } from '../../ui/chart'
import { Status } from '../../ui/status'
import { DataTable, type Column } from '../../ui/table'
import { Time } from '../../ui/time'
import { stateMarks, stateWord, TASKS, taskTitle, type Task } from './task'

interface TaskTableProps {
  caption: string
  tasks: readonly Task[]
  sort: { by: string; direction: 'asc' | 'desc'; href: (by: string, direction: 'asc' | 'desc') => string }
}

interface Drawn extends Omit<Column, 'label' | 'sort' | 'key'> {
  /** The contract's sort key; none, no link. */
  sortBy?: string
  cell: (task: Task, shell: Shell) => ReactNode
}

const when = (at: number | null, { format }: Shell) => (at === null ? '–' : <Time at={at} text={format.dateTime(at)} exact={format.exact(at)} />)

const columns: Record<string, Drawn> = {
  title: { sortBy: 'kind', cell: (task, { t }) => <a href={`${TASKS}/${task._id}`}>{taskTitle(t, task)}</a> },
  state: { sortBy: 'state', rank: 2, cell: (task, { t }) => <Status mark={stateMarks[task.state]}>{stateWord(t, task)}</Status> },
  tenant: { cell: ({ tenant }, { t }) => tenant?.name ?? t('tasks:system') },
  progress: { sortBy: 'progress', rank: 3, cell: (task, shell) => <TaskBar task={task} shell={shell} /> },
  attempts: { numeric: true, cell: ({ attempts }, { format }) => format.number(attempts) },
  create_time: { sortBy: 'create_time', cell: (task, shell) => when(task.create_time, shell) },
  started_at: { sortBy: 'started_at', cell: (task, shell) => when(task.started_at, shell) },
  finished_at: { sortBy: 'finished_at', cell: (task, shell) => when(task.finished_at, shell) },
}

export function TaskTable({ caption, tasks, sort }: TaskTableProps) {
  const shell = useShell()
  const heads = Object.entries(columns).map(([key, { sortBy, cell: _, ...column }]): Column => {
    const current = sortBy !== undefined && sort.by === sortBy ? sort.direction : undefined
    return { key, ...column, label: shell.t(`tasks:fields.${key}`), sort: sortBy ? { href: sort.href(sortBy, current === 'asc' ? 'desc' : 'asc'), direction: current } : undefined }
  })
  const rows = tasks.map(task => ({ key: task._id, cells: Object.values(columns).map(({ cell }) => cell(task, shell)) }))
  return <DataTable caption={caption} columns={heads} rows={rows} />
}

/** The bar, and beside it the whole percents and what the task notes: figures or a date. */
function TaskBar({ task, shell: { t, format } }: { task: Task; shell: Shell }) {
  return <Progress label={`${taskTitle(t, task)}: ${t('tasks:fields.progress')}`} value={task.progress} max={10_000} text={[format.percent(Math.floor(task.progress / 100) * 100), task.progress_note].filter(Boolean).join(' · ')} />
}
