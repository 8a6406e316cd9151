/** Bulk actions, newest first: who did what to how many, and what came of it. */
import { useLoaderData } from '@remix-run/react'
import { bulkContract, type BulkJob } from '../../../backend/bulk/bulk.contract'
import type { ListAnswer } from '../../../backend/contract/list'
import { useShell } from '../../console/shell-context'
import { choosePageSize, listHeaders, pageOrFailure, type Page } from '../../engine/list/paging.server'
import { PlainList } from '../../engine/list/plain-list'
import { plainPage } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/page'
import { BULK } from './bulk'
import { bulkListing } from './bulk-listing'
import { askJobs } from './bulk.server'

interface Loaded extends Page<ListAnswer<BulkJob>> {
  title: string
}

export const loader = guarded(bulkContract.permissions.list, async asked => {
  const loaded: Loaded = { title: asked.t('bulk:title'), ...(await plainPage(asked, bulkListing, askJobs)) }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(bulkContract.permissions.list, asked =>
  choosePageSize(asked, bulkListing.spec, BULK),
)

export default function BulkJobsPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const begin = (
    <LinkButton tone="primary" icon="plus" href={`${BULK}/new`}>
      {t('bulk:new')}
    </LinkButton>
  )
  return (
    <PlainList
      title={page.title}
      page={page}
      path={BULK}
      listing={bulkListing}
      refresh={t('bulk:refresh')}
      commands={begin}
      empty={<EmptyState title={t('bulk:empty')} action={begin} />}
    />
  )
}
