/** `/games-registry/manufacturers/<id>/delete` */
import { useAnswer, useLoaded } from '../../console/shell-context'
import { resources } from '../definition/registry'
import type { ResourceName } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { loadDelete, mayDelete, performDelete, type DeleteRefused } from './delete.server'
import { DeletePage } from './delete-page'

export const loader = guarded(mayDelete, ctx => loadDelete(ctx))

export const action = guarded(mayDelete, performDelete, { keepsAnswer: true })

export default function Delete() {
  const loaded = useLoaded<typeof loader>()
  const answered = useAnswer<DeleteRefused>()
  return (
    <DeletePage
      resource={resources[loaded.name]}
      data={{ ...loaded, state: { ...loaded.state, ...answered } }}
      used={(name: ResourceName) => resources[name]}
    />
  )
}
