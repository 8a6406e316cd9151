/** One search over all that has a name, a number or a code: opens a single record, groups more by kind. */
import { redirect } from '@remix-run/node'
import { SEARCH_PATH, searchAnswer, searchRule } from '../../../backend/operations/search/search.contract'
import { Find } from '../../console/navigation'
import { useShell, useLoaded } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { readWords } from '../../engine/address/notice'
import { guarded } from '../../session/guard.server'
import { EmptyState, PageHeader } from '../../ui/page'
import { bestFirst, onlyResult, type FoundGroup } from './found-group'
import { FoundSection } from './found-section'
import { foundInProduct } from './product.server'
import { recordGroup } from './records'

const MAX_QUERY = 200

export const loader = guarded(searchRule, async ({ url, api, t, permissions, user }) => {
  const { query, notices } = readWords(url.searchParams, MAX_QUERY)
  if (query === '') return { title: t('search:title'), query, notices, groups: [] as FoundGroup[] }
  const { groups } = await api.call('GET', `${SEARCH_PATH}?${new URLSearchParams({ query }).toString()}`, {
    schema: searchAnswer,
  })
  const records = groups.map(group => recordGroup(group, query, t))
  const product = foundInProduct(query, { permissions, tenantId: user.tenant_id }, t)
  const only = notices.length + product.length === 0 ? onlyResult(records) : null
  if (only !== null) throw redirect(only)
  return {
    title: t('search:title_of', { query }),
    query,
    notices,
    groups: bestFirst([...product, ...records]),
  }
})

export default function SearchPage() {
  const { title, query, notices, groups } = useLoaded<typeof loader>()
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <div className="find-again no-print">
        <Find id="find-again" query={query} />
      </div>
      <Notices notices={notices} />
      {groups.length === 0 ? (
        <EmptyState title={t(query === '' ? 'search:ask' : 'search:none')}>
          {t('search:none_what')}
        </EmptyState>
      ) : null}
      <div className="pages">
        {groups.map(group => (
          <FoundSection {...group} key={group.key} />
        ))}
      </div>
    </>
  )
}
