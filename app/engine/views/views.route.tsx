/** `/slots/views?<a list's state>`: saves that state under a name; below it, the views that there are. */
import { useAnswer, useLoaded } from '../../console/shell-context'
import { resourceOf } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { ViewsPage } from './views-page'
import { resourceAt } from '../data/resource-at.server'
import { loadViews, makeDefault, removeView, saveView, type ViewsData } from './views-page.server'

export const loader = guarded(
  args => resourceAt(args).listRule,
  ctx => loadViews(ctx),
)

export const action = guarded(
  args => resourceAt(args).listRule,
  async ctx => {
    const intent = ctx.form.get('intent')
    if (intent === 'default') return makeDefault(ctx)
    if (intent === 'remove') return removeView(ctx)
    return saveView(ctx)
  },
  { keepsAnswer: 'each' },
)

export default function Views() {
  const loaded = useLoaded<typeof loader>()
  const answered = useAnswer<Pick<ViewsData, 'state'>>()
  return <ViewsPage resource={resourceOf(loaded)} data={{ ...loaded, ...answered }} />
}
