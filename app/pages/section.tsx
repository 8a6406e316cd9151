/** The page of a section, where breadcrumbs lead: those of its pages that this user may open. */
import { useLoaderData } from '@remix-run/react'
import { menuFor } from '../console/menu'
import { PageList } from '../console/page-list'
import { useShell } from '../console/shell-context'
import { page } from '../session/failures.server'
import { guarded } from '../session/guard.server'
import { PageHeader } from '../ui/page'

export const loader = guarded('signed-in', ({ url, permissions, t, request, visit }) => {
  const key = url.pathname.split('/')[1]
  const section = menuFor(permissions).find(one => one.key === key)
  if (!section) throw page('forbidden', 403, request, visit)
  return { title: t(`console:sections.${section.key}`), key: section.key }
})

export default function SectionPage() {
  const { title, key } = useLoaderData<typeof loader>()
  const { permissions } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <div className="access">
        <PageList entries={menuFor(permissions).find(one => one.key === key)?.entries ?? []} />
      </div>
    </>
  )
}
