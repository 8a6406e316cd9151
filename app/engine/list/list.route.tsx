import { z } from 'zod'
import { resourceOf } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { readChoices } from '../../session/preferences.server'
import { attempt } from '../data/failure.server'
import { loadList } from '../data/list.server'
import { choosePageSize, listHeaders, pageOrFailure } from '../data/paging.server'
import { ListPage } from './list-page'
import { ownResource } from '../data/custom-fields.server'
import { resourceAt } from '../data/resource-at.server'
import { useLoaded } from '../../console/shell-context'

export { listOnly as handle } from '../../console/list-only'

export const loader = guarded(
  args => resourceAt(args).listRule,
  async ctx => pageOrFailure(await loadList(ctx, await ownResource(ctx, resourceAt(ctx)))),
)

export const headers = listHeaders

export const action = guarded(
  args => resourceAt(args).listRule,
  async ctx => {
    const { list, path } = resourceAt(ctx)
    const { rowsPerPage } = readChoices(ctx.form)
    // The cookie decides; the backend's copy is for the next browser, so its absence costs nothing now.
    if (rowsPerPage)
      await attempt(
        ctx.api.call('PUT', '/api/settings/v1/preferences', {
          body: { rows_per_page: rowsPerPage },
          schema: z.unknown(),
        }),
      )
    return choosePageSize(ctx, list, path)
  },
)

export default function List() {
  const loaded = useLoaded<typeof loader>()
  return <ListPage resource={resourceOf(loaded)} data={loaded} />
}
