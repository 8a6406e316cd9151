/** Files made from lists: what is being written, what can be fetched, until when. */
import { data, redirect, type HeadersFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { KEPT_DAYS } from '../../../backend/exports/exports.contract'
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
import { EXPORTS, exportsContract, type DataExport } from './export'
import { ExportTable } from './export-table'

const spec: ListSpec = {
  sort: '-created_at', sortKeys: exportsContract.sort, filters: ['state'],
  accepts: (_filter, text) => exportsContract.filters.shape.state.safeParse(text).success,
}

interface Loaded { title: string; query: ListQuery; notices: Notice[]; answer: ListAnswer<DataExport> | null; failure: Failure | null }

export const loader = guarded(exportsContract.permissions.list, async ({ url, api, t, timeZone }) => {
  const { query, notices } = readListQuery(url.searchParams, spec, timeZone)
  const ask = (page: number) => api(exportsContract).list(toRequest({ ...query, page }, spec, (_, text) => text, Date.now(), timeZone))
  let { value: answer, failure } = await attempt(ask(query.page))
  // A page beyond the last one shows the last one (ruling 2).
  const last = Math.max(1, Math.ceil((answer?.total ?? 0) / query.rowsPerPage))
  if (answer && query.page > last) {
    notices.push({ parameter: 'page', value: String(query.page), reason: 'beyond' })
    query.page = last
    ;({ value: answer, failure } = await attempt(ask(last)))
  }
  const loaded: Loaded = { title: t('exports:title'), query, notices, answer: answer ?? null, failure: failure ?? null }
  return failure ? data(loaded, { status: failure.status, headers: refreshOf(failure) }) : loaded
})

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return new Headers(refresh ? { Refresh: refresh } : {})
}

/** The page size, as on every list. */
export const action = guarded(exportsContract.permissions.list, ({ form, url, timeZone }) => {
  const { rowsPerPage } = readChoices(form)
  const { query } = readListQuery(url.searchParams, spec, timeZone)
  if (!rowsPerPage) return redirect(hrefOf(EXPORTS, query, spec), 303)
  return redirect(hrefOf(EXPORTS, { ...query, rowsPerPage }, spec), { status: 303, headers: preferenceCookies({ rowsPerPage }).map((cookie): [string, string] => ['Set-Cookie', cookie]) })
})

export default function ExportsPage() {
  const { title, query, notices, answer, failure } = useLoaderData() as Loaded
  const { t, format } = useShell()
  const here = hrefOf(EXPORTS, query, spec, { page: query.page })
  return (
    <>
      <PageHeader
        title={title} total={answer ? format.count(answer.total, answer.capped) : undefined}
        age={answer ? <span title={format.exact(answer.as_of)}>{t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}</span> : undefined}
        commands={<LinkButton href={here} icon="refresh">{t('exports:refresh')}</LinkButton>}
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      <p className="prose-width mb-2">{t('exports:about_page', { count: KEPT_DAYS })}</p>
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer?.rows.length === 0 ? <EmptyState title={t('exports:empty')}>{t('exports:empty_hint')}</EmptyState> : null}
      {answer && answer.rows.length > 0 ? (
        <>
          <ExportTable
            caption={title} exports={answer.rows}
            sort={{ by: query.sortBy, direction: query.sortDirection, href: (sortBy, sortDirection) => hrefOf(EXPORTS, query, spec, { sortBy, sortDirection }) }}
          />
          <Pager page={query.page} rowsPerPage={query.rowsPerPage} total={answer.total} capped={answer.capped} shown={answer.rows.length} href={page => hrefOf(EXPORTS, query, spec, { page })} sizeAction={here} />
        </>
      ) : null}
    </>
  )
}
