/** `/slots/edit-many?selected=…`: one form for all rows that the address names. */
import { redirect } from '@remix-run/node'
import { useAnswer, useLoaded } from '../../console/shell-context'
import { resources } from '../definition/registry'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { isId, resourceAt } from '../data/resource-at.server'
import { sendBulkEdit, loadBulkEdit, type BulkEditAnswer } from './bulk-edit.server'
import { changesAt, bulkEditFields } from '../definition/bulk-edit'
import { BulkEditForm } from './bulk-edit-form'

/** A list whose rows have nothing that many could share has no such page. */
const rule = (args: RouteArgs) => {
  const resource = resourceAt(args)
  const { list, update } = resource.contract.permissions
  if (!update || bulkEditFields(resource).length === 0) throw redirect('/error/error-v1')
  return { all: [list, update] } as const
}

export const loader = guarded(rule, ctx => {
  const job = ctx.url.searchParams.get('job') ?? undefined
  // Where the page of an edit stood before.
  if (isId(job)) throw redirect(`${changesAt(resourceAt(ctx))}/${job}`)
  return loadBulkEdit(ctx)
})

export const action = guarded(rule, sendBulkEdit, { keepsAnswer: true })

export default function EditMany() {
  const loaded = useLoaded<typeof loader>()
  const data = { ...loaded, ...useAnswer<BulkEditAnswer>() }
  return (
    <>
      <PageHeader title={data.title} />
      <BulkEditForm resource={resources[data.name]} data={data} />
    </>
  )
}
