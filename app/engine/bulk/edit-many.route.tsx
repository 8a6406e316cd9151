/** `/slots/edit-many?selected=…`: one form for all rows that the address names. */
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useAnswer } from '../../console/shell-context'
import { resources } from '../registry'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { isId, resourceAt } from '../resource-at.server'
import { editMany, loadEditMany, type EditManyAnswer, type EditManyData } from './edit-many.server'
import { changesAt, manyFields } from './bulk-edit'
import { ManyForm } from './bulk-edit-form'

/** A list whose rows have nothing that many could share has no such page. */
const rule = (args: RouteArgs) => {
  const resource = resourceAt(args)
  const { list, update } = resource.contract.permissions
  if (!update || manyFields(resource).length === 0) throw redirect('/error/error-v1')
  return { all: [list, update] } as const
}

export const loader = guarded(rule, ctx => {
  const job = ctx.url.searchParams.get('job') ?? undefined
  // Where the page of an edit stood before.
  if (isId(job)) throw redirect(`${changesAt(resourceAt(ctx))}/${job}`)
  return loadEditMany(ctx)
})

export const action = guarded(rule, editMany, { keepsAnswer: true })

export default function EditMany() {
  const loaded = useLoaderData() as EditManyData
  const data = { ...loaded, ...useAnswer<EditManyAnswer>() }
  return (
    <>
      <PageHeader title={data.title} />
      <ManyForm resource={resources[data.name]} data={data} />
    </>
  )
}
