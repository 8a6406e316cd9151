/** Background work: what waits or runs, and what is over. Two lists of the backend, so one link between them. */
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { useShell } from '../../console/shell-context'
import { hrefOf } from '../../engine/list/list-query'
import { choosePageSize, listHeaders, pageOrFailure, type Page } from '../../engine/list/paging.server'
import { PlainList } from '../../engine/list/plain-list'
import { plainPage } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { EmptyState } from '../../ui/page'
import { isCompleted, readTasks, TASKS, type Task } from './task'
import { shows, taskListing } from './task-listing'
import { askTasks } from './tasks.server'

const { spec } = taskListing

interface Loaded extends Page<ListAnswer<Task>> {
  title: string
}

export const loader = guarded(readTasks, async asked => {
  const page = await plainPage(asked, taskListing, askTasks)
  if (!isCompleted(page.query)) {
    const { state, ...filters } = page.query.filters
    // How a task ended is nothing to ask of those that run.
    page.notices.push(
      ...(state ?? []).map(value => ({ parameter: 'state', value, reason: 'unusable' as const })),
    )
    page.query = { ...page.query, filters }
  }
  const loaded: Loaded = { title: asked.t('tasks:title'), ...page }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(readTasks, asked => choosePageSize(asked, spec, TASKS))

export default function TasksPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const { query } = page
  const shown = isCompleted(query) ? 'completed' : 'current'
  const showing = (show: (typeof shows)[number]) =>
    hrefOf(TASKS, query, spec, { filters: show === 'current' ? {} : { show: [show] } })
  return (
    <PlainList
      title={page.title}
      page={page}
      path={TASKS}
      listing={taskListing}
      refresh={t('tasks:refresh')}
      above={
        <nav className="join mb-2" aria-label={t('tasks:show.label')}>
          {shows.map(show => (
            <a
              key={show}
              href={showing(show)}
              className={show === shown ? 'btn join-item btn-primary' : 'btn join-item no-print'}
              aria-current={show === shown ? 'page' : undefined}
            >
              {t(`tasks:show.${show}`)}
            </a>
          ))}
        </nav>
      }
      empty={<EmptyState title={t(`tasks:empty.${shown}`)} />}
    />
  )
}
