/** `/slots/<id>`: a record. */
import { redirect } from '@remix-run/node'
import { withCustomFields } from '../definition/with-custom-fields'
import { ownResource } from '../data/custom-fields.server'
import { resources } from '../definition/registry'
import type { ResourceName } from '../../addresses/names'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { changesAt } from '../definition/bulk-edit'
import { commandPath } from '../definition/command-path'
import { idOf, isId, resourceAt } from '../data/resource-at.server'
import { DetailPage } from './detail-page'
import { loadDetail, type DetailData } from './detail.server'
import { useLoaded } from '../../console/shell-context'

const readRule = (args: RouteArgs) => {
  const { contract, actions } = resourceAt(args)
  const { list, read } = contract.permissions
  return actions.some(({ name }) => name === args.params.id) ? list : read
}

export const loader = guarded<DetailData>(readRule, async ctx => {
  const resource = await ownResource(ctx, resourceAt(ctx))
  const moved = movedTo(ctx)
  if (moved) throw redirect(moved)
  if (resource.rowsOf) throw redirect(`${resource.rowPath}/${idOf(ctx.params)}${resource.rowPage}`)
  return loadDetail(ctx, resource)
})

/** Until release 4 a command over many rows was sent here: it is sent on as it is. */
export const action = guarded(readRule, ctx => {
  const moved = movedTo(ctx)
  if (!moved) idOf({})
  return redirect(moved ?? '/', 307)
})

/**
 * Bookmarks and open pages of before: `/slots/lock?selected=…`, and the page of what was changed by it,
 * `/slots/lock?job=…`.
 */
function movedTo({ url, params }: Pick<RouteArgs, 'url' | 'params'>): string | null {
  const resource = resourceAt({ url })
  if (!resource.actions.some(({ name }) => name === params.id)) return null
  const job = url.searchParams.get('job') ?? undefined
  return isId(job) ? `${changesAt(resource)}/${job}` : commandPath(resource, params.id ?? '') + url.search
}

export default function Detail() {
  const data = useLoaded<typeof loader>()
  return (
    <DetailPage
      resource={withCustomFields(resources[data.name], data.custom)}
      data={data}
      related={name => resources[name as ResourceName]}
    />
  )
}
