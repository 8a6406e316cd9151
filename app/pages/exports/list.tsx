/** Files made from lists: what is being written, what can be fetched, until when. */
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { KEPT_DAYS } from '../../../backend/exports/exports.contract'
import { useShell } from '../../console/shell-context'
import { hrefOf, type ListSpec } from '../../engine/list-query'
import { choosePageSize, listHeaders, pageOrFailure, readPage, type Page } from '../../engine/paging.server'
import { PlainList } from '../../engine/parts/plain-list'
import { guarded } from '../../session/guard.server'
import { EmptyState } from '../../ui/page'
import { EXPORTS, exportsContract, type DataExport } from './export'
import { ExportTable } from './export-table'

const spec: ListSpec = {
  sort: '-created_at', sortKeys: exportsContract.sort, filters: ['state'],
  accepts: (_filter, text) => exportsContract.filters.shape.state.safeParse(text).success,
}

interface Loaded extends Page<ListAnswer<DataExport>> { title: string }

export const loader = guarded(exportsContract.permissions.list, async asked => {
  const page = await readPage(asked, spec, request => asked.api(exportsContract).list(request))
  const loaded: Loaded = { title: asked.t('exports:title'), ...page }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(exportsContract.permissions.list, asked => choosePageSize(asked, spec, EXPORTS))

export default function ExportsPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const { query } = page
  return (
    <PlainList
      title={page.title} page={page} path={EXPORTS} spec={spec} refresh={t('exports:refresh')}
      above={<p className="prose-width mb-2">{t('exports:about_page', { count: KEPT_DAYS })}</p>}
      empty={<EmptyState title={t('exports:empty')}>{t('exports:empty_hint')}</EmptyState>}
      table={files => (
        <ExportTable
          caption={page.title} exports={files}
          sort={{ by: query.sortBy, direction: query.sortDirection, href: (sortBy, sortDirection) => hrefOf(EXPORTS, query, spec, { sortBy, sortDirection }) }}
        />
      )}
    />
  )
}
