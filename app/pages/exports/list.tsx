/** Files made from lists: what is being written, what can be fetched, until when. */
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { KEPT_DAYS } from '../../../backend/exports/exports.contract'
import { useShell } from '../../console/shell-context'
import { choosePageSize, listHeaders, pageOrFailure, type Page } from '../../engine/list/paging.server'
import { PlainList } from '../../engine/list/plain-list'
import { plainPage } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { EmptyState } from '../../ui/page'
import { EXPORTS, exportsContract, type DataExport } from './export'
import { exportListing } from './export-listing'
import { askExports } from './exports.server'

interface Loaded extends Page<ListAnswer<DataExport>> {
  title: string
}

export const loader = guarded(exportsContract.permissions.list, async asked => {
  const loaded: Loaded = {
    title: asked.t('exports:title'),
    ...(await plainPage(asked, exportListing, askExports)),
  }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(exportsContract.permissions.list, asked =>
  choosePageSize(asked, exportListing.spec, EXPORTS),
)

export default function ExportsPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  return (
    <PlainList
      title={page.title}
      page={page}
      path={EXPORTS}
      listing={exportListing}
      refresh={t('exports:refresh')}
      above={<p className="prose-width mb-2">{t('exports:about_page', { count: KEPT_DAYS })}</p>}
      empty={<EmptyState title={t('exports:empty')}>{t('exports:empty_hint')}</EmptyState>}
    />
  )
}
