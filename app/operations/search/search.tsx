/** One search over slots, SMIBs, locations, tenants, users and sealed reports: opens a single hit, groups more. */
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  SEARCH_PATH,
  searchAnswer,
  searchRule,
  type SearchAnswer,
  type SearchKind,
} from '../../../backend/operations/search/search.contract'
import { namedPlaces } from '../../console/named-places'
import { PageList } from '../../console/page-list'
import { useShell } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { readWords } from '../../engine/address/notice'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'

const paths: Record<SearchKind, string> = {
  slot: resourcePaths.slots,
  smib: resourcePaths.smibs,
  location: resourcePaths.locations,
  tenant: resourcePaths.tenants,
  user: resourcePaths.users,
  daily_report: '/reports/daily-report',
  monthly_report: '/reports/monthly-report',
}
const MAX_QUERY = 200

export const loader = guarded(searchRule, async ({ url, api, t, permissions }) => {
  const { query, notices } = readWords(url.searchParams, MAX_QUERY)
  if (query === '')
    return { title: t('search:title'), query, notices, groups: [] as SearchAnswer['groups'], places: [] }
  const { groups } = await api.call('GET', `${SEARCH_PATH}?${new URLSearchParams({ query }).toString()}`, {
    schema: searchAnswer,
  })
  const found = groups.filter(group => group.total > 0)
  const places = namedPlaces(query, permissions, t)
  const [only] = found
  const [hit] = only?.rows ?? []
  // Whoever types a whole serial wants that slot, not a list of one.
  if (notices.length === 0 && places.length === 0 && found.length === 1 && only?.total === 1 && hit)
    throw redirect(`${paths[only.kind]}/${hit.ref}`)
  return { title: t('search:title_of', { query }), query, notices, groups: found, places }
})

export default function SearchPage() {
  const { title, query, notices, groups, places } = useLoaderData<typeof loader>()
  const { t, format } = useShell()
  return (
    <>
      <PageHeader title={title} />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      {groups.length + places.length === 0 ? (
        <EmptyState title={t(query === '' ? 'search:ask' : 'search:none')}>
          {t('search:none_what')}
        </EmptyState>
      ) : null}
      <div className="pages">
        {places.length > 0 ? (
          <Section title={t('search:pages')} more={format.number(places.length)}>
            <PageList entries={places} />
          </Section>
        ) : null}
        {groups.map(({ kind, total, rows }) => (
          <Section
            key={kind}
            title={t(`search:kinds.${kind}`)}
            more={
              total > rows.length ? (
                <a className="link" href={`${paths[kind]}?${new URLSearchParams({ query }).toString()}`}>
                  {t('search:all', { total: format.number(total) })}
                </a>
              ) : (
                format.number(total)
              )
            }
          >
            <ul>
              {rows.map(row => (
                <li key={row._id}>
                  <a href={`${paths[kind]}/${row.ref}`}>
                    <span className={kind === 'slot' || kind === 'smib' ? 'font-mono' : undefined}>
                      {row.name}
                    </span>
                    {row.archived ? (
                      <Status mark="muted">{t('engine:archived')}</Status>
                    ) : (
                      <small>{row.where}</small>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </>
  )
}
