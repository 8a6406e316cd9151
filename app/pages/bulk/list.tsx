/** Bulk actions, newest first: who did what to how many, and what came of it. */
import { useLoaderData } from '@remix-run/react'
import { bulkAction, bulkContract, bulkState, type BulkJob } from '../../../backend/bulk/bulk.contract'
import type { ListAnswer } from '../../../backend/contract/list'
import { useShell } from '../../console/shell-context'
import type { ListSpec } from '../../engine/list-query'
import { choosePageSize, listHeaders, pageOrFailure, readPage, type Page } from '../../engine/paging.server'
import { PlainList } from '../../engine/parts/plain-list'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Time } from '../../ui/time'
import { BULK, stateMarks } from './bulk'

const spec: ListSpec = {
  sort: '-created_at', sortKeys: bulkContract.sort, filters: ['action', 'state'],
  accepts: (filter, text) => (filter === 'action' ? bulkAction : bulkState).safeParse(text).success,
}

interface Loaded extends Page<ListAnswer<BulkJob>> { title: string }

export const loader = guarded(bulkContract.permissions.list, async asked => {
  const page = await readPage(asked, spec, request => asked.api(bulkContract).list(request))
  const loaded: Loaded = { title: asked.t('bulk:title'), ...page }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(bulkContract.permissions.list, asked => choosePageSize(asked, spec, BULK))

export default function BulkJobsPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const begin = <LinkButton tone="primary" icon="plus" href={`${BULK}/new`}>{t('bulk:new')}</LinkButton>
  return (
    <PlainList
      title={page.title} page={page} path={BULK} spec={spec} refresh={t('bulk:refresh')} commands={begin}
      empty={<EmptyState title={t('bulk:empty')} action={begin} />} table={jobs => <JobTable caption={page.title} jobs={jobs} />}
    />
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
