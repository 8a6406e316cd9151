/** `/events` of all that this person may see, `/events/<id>?type=slot` of one subject; any stream likewise. */
import { resources } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { choosePageSize, listHeaders, pageOrFailure } from '../data/paging.server'
import { StreamPage } from './stream-page'
import { loadStream, placeOf, specOf, streamAt } from './stream.server'
import { useLoaded } from '../../console/shell-context'

export { listOnly as handle } from '../../console/list-only'

export const loader = guarded(
  ctx => streamAt(ctx).contract.permissions.list,
  async ctx => pageOrFailure(await loadStream(ctx)),
)

export const headers = listHeaders

export const action = guarded(
  ctx => streamAt(ctx).contract.permissions.list,
  async ctx =>
    choosePageSize(ctx, specOf(streamAt(ctx), ctx.params.id !== undefined), (await placeOf(ctx)).path),
)

export default function Stream() {
  const data = useLoaded<typeof loader>()
  return <StreamPage resource={resources[data.name]} data={data} />
}
