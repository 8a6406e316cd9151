/** Background work: what waits or runs, and what is over. Two lists of the backend, so one link between them and no filter bar. */
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { completedTasksContract, currentTasksContract } from '../../../backend/tasks/tasks.contract'
import { useShell } from '../../console/shell-context'
import { hrefOf, type ListQuery, type ListSpec } from '../../engine/list-query'
import { choosePageSize, listHeaders, pageOrFailure, readPage, type Page } from '../../engine/paging.server'
import { PlainList } from '../../engine/parts/plain-list'
import { guarded } from '../../session/guard.server'
import { EmptyState } from '../../ui/page'
import { TASKS, type Task } from './task'
import { TaskTable } from './task-table'

const shows = ['current', 'completed'] as const
const spec: ListSpec = {
  sort: '-create_time', sortKeys: currentTasksContract.sort, filters: ['show'],
  accepts: (_filter, text) => text === 'completed' || text === 'current',
}

interface Loaded extends Page<ListAnswer<Task>> { title: string }

const needs = { all: ['task_current::list', 'task_completed::list'] } as const
const isCompleted = ({ filters }: ListQuery) => filters.show?.[0] === 'completed'

export const loader = guarded(needs, async asked => {
  // Which of the two is asked is no filter of theirs.
  const page = await readPage(asked, spec, (request, query) =>
    asked.api(isCompleted(query) ? completedTasksContract : currentTasksContract).list({ ...request, exactFields: [], exactValues: [] }))
  const loaded: Loaded = { title: asked.t('tasks:title'), ...page }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(needs, asked => choosePageSize(asked, spec, TASKS))

export default function TasksPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const { query } = page
  const shown = isCompleted(query) ? 'completed' : 'current'
  const showing = (show: (typeof shows)[number]) => hrefOf(TASKS, query, spec, { filters: show === 'current' ? {} : { show: [show] } })
  return (
    <PlainList
      title={page.title} page={page} path={TASKS} spec={spec} refresh={t('tasks:refresh')}
      above={(
        <nav className="join mb-2" aria-label={t('tasks:show.label')}>
          {shows.map(show => (
            <a key={show} href={showing(show)} className={show === shown ? 'btn join-item btn-primary' : 'btn join-item no-print'} aria-current={show === shown ? 'page' : undefined}>{t(`tasks:show.${show}`)}</a>
          ))}
        </nav>
      )}
      empty={<EmptyState title={t(`tasks:empty.${shown}`)} />}
      table={tasks => (
        <TaskTable
          caption={page.title} tasks={tasks}
          sort={{ by: query.sortBy, direction: query.sortDirection, href: (sortBy, sortDirection) => hrefOf(TASKS, query, spec, { sortBy, sortDirection }) }}
        />
      )}
    />
  )
}
