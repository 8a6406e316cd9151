/** The page of a display in a hall, for whoever has its address: it needs no session and no scripts. */
import { data } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hall, hallPaths } from '../../../backend/money/displays/displays.contract'
import { notFound } from '../../engine/data/resource-at.server'
import { Island } from '../../islands/island'
import { open } from '../../session/guard.server'
import { hallToken } from '../../session/link-token.server'
import { strangersApi } from '../../session/visit.server'
import type { HallView } from '../../islands/hall-view'
import { viewOf } from './hall-view.server'
import { Screen } from './screen'

export const loader = open(async ({ url, request, t }) => {
  const moved = await hallToken.outOfAddress(url)
  if (moved) throw moved
  const token = await hallToken.read(request)
  if (token === null) throw notFound()
  const shown = await strangersApi(request).call('POST', hallPaths.open, { body: { token }, schema: hall })
  const view = viewOf(shown)
  return data(
    { title: t('hall:title'), view, screen: { lang: view.lang, refresh: true } },
    { headers: { 'Set-Cookie': await hallToken.keep(token) } },
  )
})

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export default function HallPage() {
  const { view } = useLoaderData() as { view: HallView }
  return (
    <Island name="hall" props={{ lang: view.lang, look: lookOf(view) }}>
      <Screen view={view} />
    </Island>
  )
}

const lookOf = ({ theme, resolution }: HallView) => `${theme} ${resolution}`
