/** Background work: what waits or runs, and what is over. Two lists of the backend, so one link between them and no filter bar. */
import { data, redirect, type HeadersFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { completedTasksContract, currentTasksContract } from '../../../backend/tasks/tasks.contract'
import { useShell } from '../../console/shell-context'
import { attempt, refreshOf, type Failure } from '../../engine/failure.server'
import { hrefOf, readListQuery, toRequest, type ListQuery, type ListSpec, type Notice } from '../../engine/list-query'
import { FailureNote } from '../../engine/parts/failure-note'
import { Notices } from '../../engine/parts/list-page'
import { Pager } from '../../engine/parts/pager'
import { guarded } from '../../session/guard.server'
import { preferenceCookies, readChoices } from '../../session/preferences.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader } from '../../ui/page'
import { TASKS, type Task } from './task'
import { TaskTable } from './task-table'

const shows = ['current', 'completed'] as const
const spec: ListSpec = {
  sort: '-create_time', sortKeys: currentTasksContract.sort, filters: ['show'],
  accepts: (_filter, text) => text === 'completed' || text === 'current',
}

interface Loaded { title: string; query: ListQuery; notices: Notice[]; answer: ListAnswer<Task> | null; failure: Failure | null }

const needs = { all: ['task_current::list', 'task_completed::list'] } as const
const isCompleted = ({ filters }: ListQuery) => filters.show?.[0] === 'completed'

export const loader = guarded(needs, async ({ url, api, t, timeZone }) => {
  const { query, notices } = readListQuery(url.searchParams, spec, timeZone)
  const { list } = api(isCompleted(query) ? completedTasksContract : currentTasksContract)
  const ask = (page: number) => list({ ...toRequest({ ...query, page, filters: {} }, spec, (_, text) => text, Date.now(), timeZone) })
  let { value: answer, failure } = await attempt(ask(query.page))
  // A page beyond the last one shows the last one (ruling 2).
  const last = Math.max(1, Math.ceil((answer?.total ?? 0) / query.rowsPerPage))
  if (answer && query.page > last) {
    notices.push({ parameter: 'page', value: String(query.page), reason: 'beyond' })
    query.page = last
    ;({ value: answer, failure } = await attempt(ask(last)))
  }
  const loaded: Loaded = { title: t('tasks:title'), query, notices, answer: answer ?? null, failure: failure ?? null }
  return failure ? data(loaded, { status: failure.status, headers: refreshOf(failure) }) : loaded
})

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return new Headers(refresh ? { Refresh: refresh } : {})
}

/** The page size, as on every list. */
export const action = guarded(needs, ({ form, url, timeZone }) => {
  const { rowsPerPage } = readChoices(form)
  const { query } = readListQuery(url.searchParams, spec, timeZone)
  if (!rowsPerPage) return redirect(hrefOf(TASKS, query, spec), 303)
  return redirect(hrefOf(TASKS, { ...query, rowsPerPage }, spec), { status: 303, headers: preferenceCookies({ rowsPerPage }).map((cookie): [string, string] => ['Set-Cookie', cookie]) })
})

export default function TasksPage() {
  const { title, query, notices, answer, failure } = useLoaderData() as Loaded
  const { t, format } = useShell()
  const here = hrefOf(TASKS, query, spec, { page: query.page })
  const shown = isCompleted(query) ? 'completed' : 'current'
  const showing = (show: (typeof shows)[number]) => hrefOf(TASKS, query, spec, { filters: show === 'current' ? {} : { show: [show] } })
  return (
    <>
      <PageHeader
        title={title} total={answer ? format.count(answer.total, answer.capped) : undefined}
        age={answer ? <span title={format.exact(answer.as_of)}>{t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}</span> : undefined}
        commands={<LinkButton href={here} icon="refresh">{t('tasks:refresh')}</LinkButton>}
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      <nav className="join mb-2" aria-label={t('tasks:show.label')}>
        {shows.map(show => (
          <a key={show} href={showing(show)} className={show === shown ? 'btn join-item btn-primary' : 'btn join-item no-print'} aria-current={show === shown ? 'page' : undefined}>{t(`tasks:show.${show}`)}</a>
        ))}
      </nav>
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer?.rows.length === 0 ? <EmptyState title={t(`tasks:empty.${shown}`)} /> : null}
      {answer && answer.rows.length > 0 ? (
        <>
          <TaskTable
            caption={title} tasks={answer.rows}
            sort={{ by: query.sortBy, direction: query.sortDirection, href: (sortBy, sortDirection) => hrefOf(TASKS, query, spec, { sortBy, sortDirection }) }}
          />
          <Pager page={query.page} rowsPerPage={query.rowsPerPage} total={answer.total} capped={answer.capped} shown={answer.rows.length} href={page => hrefOf(TASKS, query, spec, { page })} sizeAction={here} />
        </>
      ) : null}
    </>
  )
}
