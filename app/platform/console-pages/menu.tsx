/**
 * All sections and their pages, in columns where there is room. In a narrow window they are its menu, which is
 * fetched when it is opened, and a page of its own without scripts.
 */
import { AllPages, AllSections, navigationOf } from '../../console/navigation'
import { useShell, useLoaded } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { safeRedirect } from '../../session/redirect-to'
import { START_PATH } from '../../console/start-path'
import { PageHeader } from '../../ui/page'

export const loader = guarded('signed-in', ({ t, url }) => ({
  title: t('overview:pages'),
  from: safeRedirect(url.searchParams.get('from')) ?? START_PATH,
}))

export default function MenuPage() {
  const { title, from } = useLoaded<typeof loader>()
  const { permissions } = useShell()
  const navigation = navigationOf({ permissions, path: from })
  return (
    <>
      <PageHeader title={title} />
      <AllPages {...navigation} />
      <AllSections {...navigation} />
    </>
  )
}
