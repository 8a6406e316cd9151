/** The page of a section, where breadcrumbs lead: those of its pages that this user may open. */
import { menuFor, sections } from '../../console/menu'
import { PageList } from '../../console/page-list'
import { useShell, useLoaded } from '../../console/shell-context'
import { notFound } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { EmptyState, PageHeader } from '../../ui/page'

/** Open to whoever is signed in: who may open none of its pages is told so, and where their rights stand. */
export const loader = guarded('signed-in', ({ url, t }) => {
  const key = url.pathname.split('/')[1] ?? ''
  if (!sections.some(one => one.key === key)) throw notFound()
  return { title: t(`console:sections.${key}`), key }
})

export default function SectionPage() {
  const { title, key } = useLoaded<typeof loader>()
  const { t, permissions } = useShell()
  const entries = menuFor(permissions).find(one => one.key === key)?.entries ?? []
  return (
    <>
      <PageHeader title={title} />
      {entries.length === 0 ? (
        <EmptyState title={t('console:section_none')}>
          <a className="link" href="/user-profile/rights">
            {t('console:section_none_what')}
          </a>
        </EmptyState>
      ) : (
        <div className="access">
          <PageList entries={entries} />
        </div>
      )}
    </>
  )
}
