/**
 * Shows a channel as its displays do, to whoever maintains it; it counts as no display's contact, and reloads on
 * request.
 */
import { displayScreen, displayPaths, readsDisplays } from '../../../backend/money/displays/displays.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { viewOf } from './display-view.server'
import { Screen } from './screen'

export const loader = guarded(readsDisplays, async ({ api, params, t }) => {
  const id = idOf(params)
  const view = viewOf(await api.call('GET', `${displayPaths.preview}/${id}`, { schema: displayScreen }))
  return {
    title: t('display-screen:preview'),
    crumbs: { [id]: view.name },
    id,
    view,
    screen: { lang: view.lang },
  }
})

export default function PreviewPage() {
  const { view, id } = useLoaded<typeof loader>()
  const { t, locale } = useShell()
  return (
    <>
      <p className="display-back" lang={locale}>
        <a href={`/display-channels/${id}`}>{t('display-screen:back')}</a>
        {' · '}
        <a href={`/hall/preview/${id}`}>{t('display-screen:again')}</a>
      </p>
      <Screen view={view} />
    </>
  )
}
