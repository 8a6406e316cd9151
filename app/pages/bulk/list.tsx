/** Bulk actions, newest first: who did what to how many, and what came of it. */
import { data, redirect, type HeadersFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { bulkAction, bulkContract, bulkState, type BulkJob } from '../../../backend/bulk/bulk.contract'
import type { ListAnswer } from '../../../backend/contract/list'
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
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Time } from '../../ui/time'
import { BULK, stateMarks } from './bulk'

const spec: ListSpec = {
  sort: '-created_at', sortKeys: bulkContract.sort, filters: ['action', 'state'],
  accepts: (filter, text) => (filter === 'action' ? bulkAction : bulkState).safeParse(text).success,
}

interface Loaded { title: string; query: ListQuery; notices: Notice[]; answer: ListAnswer<BulkJob> | null; failure: Failure | null }

export const loader = guarded(bulkContract.permissions.list, async ({ url, api, t, timeZone }) => {
  const { query, notices } = readListQuery(url.searchParams, spec, timeZone)
  const ask = (page: number) => api(bulkContract).list(toRequest({ ...query, page }, spec, (_, text) => text, Date.now(), timeZone))
  let { value: answer, failure } = await attempt(ask(query.page))
  // A page beyond the last one shows the last one (ruling 2).
  const last = Math.max(1, Math.ceil((answer?.total ?? 0) / query.rowsPerPage))
  if (answer && query.page > last) {
    notices.push({ parameter: 'page', value: String(query.page), reason: 'beyond' })
    query.page = last
    ;({ value: answer, failure } = await attempt(ask(last)))
  }
  const loaded: Loaded = { title: t('bulk:title'), query, notices, answer: answer ?? null, failure: failure ?? null }
  return failure ? data(loaded, { status: failure.status, headers: refreshOf(failure) }) : loaded
})

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return new Headers(refresh ? { Refresh: refresh } : {})
}

/** The page size, as on every list. */
export const action = guarded(bulkContract.permissions.list, ({ form, url, timeZone }) => {
  const { rowsPerPage } = readChoices(form)
  const { query } = readListQuery(url.searchParams, spec, timeZone)
  return redirect(hrefOf(BULK, { ...query, ...(rowsPerPage && { rowsPerPage }) }, spec), { status: 303, headers: rowsPerPage ? preferenceCookies({ rowsPerPage }).map((cookie): [string, string] => ['Set-Cookie', cookie]) : [] })
})

export default function BulkJobsPage() {
  const { title, query, notices, answer, failure } = useLoaderData() as Loaded
  const { t, format } = useShell()
  const here = hrefOf(BULK, query, spec, { page: query.page })
  const begin = <LinkButton tone="primary" icon="plus" href={`${BULK}/new`}>{t('bulk:new')}</LinkButton>
  return (
    <>
      <PageHeader title={title} total={answer ? format.count(answer.total) : undefined} commands={<>{begin}<LinkButton href={here} icon="refresh">{t('bulk:refresh')}</LinkButton></>} />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer?.rows.length === 0 ? <EmptyState title={t('bulk:empty')} action={begin} /> : null}
      {answer && answer.rows.length > 0 ? (
        <>
          <JobTable caption={title} jobs={answer.rows} />
          <Pager page={query.page} rowsPerPage={query.rowsPerPage} total={answer.total} shown={answer.rows.length} href={page => hrefOf(BULK, query, spec, { page })} sizeAction={here} />
        </>
      ) : null}
    </>
  )
}

const counts = ['total', 'done', 'skipped', 'failed', 'stopped'] as const

function JobTable({ caption, jobs }: { caption: string; jobs: readonly BulkJob[] }) {
  const { t, format } = useShell()
  const label = (key: string) => t(`bulk:fields.${key}`)
  const columns = [
    { key: 'what', label: label('what') }, { key: 'state', label: label('job_state'), rank: 2 as const }, { key: 'by', label: label('by'), rank: 3 as const }, { key: 'created_at', label: label('created_at') },
    ...counts.map(key => ({ key, label: label(key), numeric: true })), { key: 'finished_at', label: label('finished_at') },
  ]
  const when = (at: number | null) => (at === null ? '–' : <Time at={at} text={format.dateTime(at)} exact={format.exact(at)} />)
  const rows = jobs.map(job => ({
    key: job._id, muted: job.state === 'previewed',
    cells: [
      <a key="what" href={`${BULK}/${job._id}`}>{t(`bulk:action.${job.action}`)}: {job.reason}</a>, <Status key="state" mark={stateMarks[job.state]}>{t(`bulk:state.${job.state}`)}</Status>,
      job.origin_kind === 'automatic' ? t('bulk:automatic') : job.confirmed_by ?? job.created_by, when(job.created_at), ...counts.map(key => format.number(job[key])), when(job.finished_at),
    ],
  }))
  return <DataTable caption={caption} columns={columns} rows={rows} />
}
