import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { resources } from '../../resources/index'
import type { ResourceName } from '../../resources/names'
import { guarded } from '../../session/guard.server'
import type { Resource, Row } from '../define-resource'
import { titleOf } from '../render-context'
import { specOf } from './form'
import { acceptForm, blankForm, keptForm, refusedForm, type FormState } from './form.server'
import { CreatePage } from './form-pages'
import { permissionFor, resourceAt, type Asked } from '../resource-at.server'

interface Loaded {
  name: ResourceName
  title: string
  state: FormState
}

export const loader = guarded(
  args => permissionFor(args, 'create'),
  async asked => {
    const resource = resourceAt(asked)
    return {
      name: resource.name,
      title: asked.t(`${resource.name}:new`),
      state: await stateFor(asked, resource),
    } satisfies Loaded
  },
)

const stateFor = (asked: Asked, resource: Resource) =>
  asked.kept
    ? keptForm({ ...asked, kept: asked.kept }, resource, specOf(resource))
    : blankForm(asked, resource)

export const action = guarded(
  args => permissionFor(args, 'create'),
  async asked => {
    const resource = resourceAt(asked)
    const spec = specOf(resource)
    const accepted = await acceptForm(asked, resource, spec)
    if (accepted.refused) return accepted.refused
    try {
      const row = (await asked
        .api(resource.contract)
        .create(accepted.value, { idempotencyKey: accepted.key })) as Row
      await asked.toast('good', asked.t('engine:done.created', { name: titleOf(resource, row, asked.t) }))
      return redirect(`${resource.path}/${row._id}`, 303)
    } catch (error) {
      return refusedForm(asked, resource, spec, accepted, error)
    }
  },
)

export default function Create() {
  const { name, title, state } = useLoaderData() as Loaded
  const answered = useActionData() as FormState | undefined
  return <CreatePage resource={resources[name]} title={title} state={answered ?? state} />
}
