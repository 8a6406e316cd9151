import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useAnswer } from '../../console/shell-context'
import { resources } from '../../resources/index'
import type { ResourceName } from '../../resources/names'
import { guarded } from '../../session/guard.server'
import type { Resource, Row } from '../define-resource'
import { titleOf } from '../render-context'
import { isRevealed, OneTimeSecret, type Revealed } from '../command/one-time-secret'
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
      if (resource.contract.reveals?.includes('create')) return await revealed(asked, resource, accepted)
      const row = (await asked
        .api(resource.contract)
        .create(accepted.value, { idempotencyKey: accepted.key })) as Row
      await asked.toast('good', asked.t('engine:done.created', { name: titleOf(resource, row, asked.t) }))
      return redirect(`${resource.path}/${row._id}`, 303)
    } catch (error) {
      return refusedForm(asked, resource, spec, accepted, error)
    }
  },
  { keepsAnswer: true },
)

/** No redirect: the secret stands in this answer's page and nowhere else. */
async function revealed(
  { api, t }: Asked,
  { name, path, contract, title }: Resource,
  { value, key }: { value: Record<string, unknown>; key: string },
): Promise<Revealed> {
  const { row, secret } = await api(contract).reveal.create(value, { idempotencyKey: key })
  const made = row as Row
  return {
    revealed: true,
    entity: name,
    title: t('engine:done.created', { name: String(made[title]) }),
    crumbs: {},
    secret,
    back: `${path}/${made._id}`,
  }
}

export default function Create() {
  const { name, title, state } = useLoaderData() as Loaded
  const answered = useAnswer<FormState | Revealed>()
  if (isRevealed(answered)) return <OneTimeSecret {...answered} />
  return <CreatePage resource={resources[name]} title={title} state={answered ?? state} />
}
