/**
 * Shows a channel as its displays do, to whoever maintains it; it counts as no display's contact, and reloads on
 * request.
 */
import { useLoaderData } from '@remix-run/react'
import { hall, hallPaths, readsDisplays } from '../../../backend/money/displays/displays.contract'
import { useShell } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import type { HallView } from '../../islands/hall-view'
import { viewOf } from './hall-view.server'
import { Screen } from './screen'

export const loader = guarded(readsDisplays, async ({ api, params, t }) => {
  const id = idOf(params)
  const view = viewOf(await api.call('GET', `${hallPaths.preview}/${id}`, { schema: hall }))
  return {
    title: t('hall:preview'),
    crumbs: { [id]: view.name },
    id,
    view,
    screen: { lang: view.lang },
  }
})

export default function PreviewPage() {
  const { view, id } = useLoaderData() as { view: HallView; id: string }
  const { t, locale } = useShell()
  return (
    <>
      <p className="hall-back" lang={locale}>
        <a href={`/display-channels/${id}`}>{t('hall:back')}</a>
        {' · '}
        <a href={`/hall/preview/${id}`}>{t('hall:again')}</a>
      </p>
      <Screen view={view} />
    </>
  )
}
