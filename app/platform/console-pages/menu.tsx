/**
 * All sections and their pages: the menu of a narrow window, fetched when it is opened, and a page of its own without
 * scripts.
 */
import { useLoaderData } from '@remix-run/react'
import { AllSections, navigationOf } from '../../console/navigation'
import { useShell } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { safeRedirect } from '../../session/redirect-to'
import { START_PATH } from '../../console/start-path'

export const loader = guarded('signed-in', ({ t, url }) => ({
  title: t('console:frame.openMenu'),
  from: safeRedirect(url.searchParams.get('from')) ?? START_PATH,
}))

export default function MenuPage() {
  const { title, from } = useLoaderData<typeof loader>()
  const { permissions } = useShell()
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <AllSections {...navigationOf({ permissions, path: from })} />
    </>
  )
}
