/** The page of a display in a hall, for whoever has its address: it needs no session and no scripts. */
import { data } from '@remix-run/node'
import { displayScreen, displayPaths } from '../../../backend/money/displays/displays.contract'
import { notFound } from '../../engine/data/resource-at.server'
import { Island } from '../../islands/island'
import { open } from '../../session/guard.server'
import { displayToken } from '../../session/link-token.server'
import { strangersApi } from '../../session/request-session.server'
import type { DisplayView } from '../../islands/display-view'
import { viewOf } from './display-view.server'
import { Screen } from './screen'
import { useLoaded } from '../../console/shell-context'

export const loader = open(async ({ url, request, t }) => {
  const moved = await displayToken.outOfAddress(url)
  if (moved) throw moved
  const token = await displayToken.read(request)
  if (token === null) throw notFound()
  const shown = await strangersApi(request).call('POST', displayPaths.open, {
    body: { token },
    schema: displayScreen,
  })
  const view = viewOf(shown)
  return data(
    { title: t('display-screen:title'), view, screen: { lang: view.lang, refresh: true } },
    { headers: { 'Set-Cookie': await displayToken.keep(token) } },
  )
})

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export default function DisplayPage() {
  const { view } = useLoaded<typeof loader>()
  return (
    <Island name="display" props={{ lang: view.lang, look: lookOf(view) }}>
      <Screen view={view} />
    </Island>
  )
}

const lookOf = ({ theme, resolution }: DisplayView) => `${theme} ${resolution}`
