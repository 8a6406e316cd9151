/** `/slots/views?<a list's state>`: saves that state under a name; below it, the views that there are. */
import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { resourceOf } from '../../resources/index'
import { guarded } from '../../session/guard.server'
import { ViewsPage } from './views-page'
import { resourceAt } from '../resource-at.server'
import { loadViews, makeDefault, removeView, saveView, type ViewsData } from './views-page.server'

export const loader = guarded(
  args => resourceAt(args).listRule,
  asked => loadViews(asked),
)

export const action = guarded(
  args => resourceAt(args).listRule,
  async asked => {
    const intent = asked.form.get('intent')
    if (intent === 'default') return makeDefault(asked)
    if (intent === 'remove') return removeView(asked)
    const saved = await saveView(asked)
    return saved instanceof Response
      ? saved
      : data(await loadViews(asked, saved.state), { status: saved.status })
  },
)

export default function Views() {
  const loaded = useLoaderData() as ViewsData
  const answered = useActionData() as ViewsData | undefined
  return <ViewsPage resource={resourceOf(loaded)} data={answered ?? loaded} />
}
