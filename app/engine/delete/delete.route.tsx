/** `/games-registry/manufacturers/<id>/delete` */
import { useActionData, useLoaderData } from '@remix-run/react'
import { resources } from '../../resources/index'
import type { ResourceName } from '../../resources/names'
import { guarded } from '../../session/guard.server'
import { loadDelete, mayDelete, performDelete, type DeleteData } from './delete.server'
import { DeletePage } from './delete-page'

export const loader = guarded(mayDelete, ctx => loadDelete(ctx))

export const action = guarded(mayDelete, performDelete)

export default function Delete() {
  const loaded = useLoaderData() as DeleteData
  const answered = useActionData() as DeleteData | undefined
  return (
    <DeletePage
      resource={resources[loaded.name]}
      data={answered ?? loaded}
      used={(name: ResourceName) => resources[name]}
    />
  )
}
