import { redirect } from '@remix-run/node'
import { useAnswer, useLoaded } from '../../console/shell-context'
import { withCustomFields } from '../definition/with-custom-fields'
import { ownResource } from '../data/custom-fields.server'
import { resources } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { titleOf } from '../render/render-context'
import { isRevealed, OneTimeSecret, type Revealed } from './one-time-secret'
import { shownSecret } from './secret-shown.server'
import { specOf } from './form'
import { blankForm, restoredForm, submitForm, type FormState } from './form.server'
import { CreatePage } from './form-pages'
import { permissionFor, resourceAt, type RequestContext } from '../data/resource-at.server'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

export const loader = guarded(
  args => permissionFor(args, 'create'),
  async ctx => {
    const resource = await ownResource(ctx, resourceAt(ctx), { fresh: true })
    return {
      name: resource.name,
      custom: resource.custom,
      title: ctx.t(`${resource.name}:new`),
      state: await stateFor(ctx, resource),
    }
  },
)

const stateFor = (ctx: RequestContext, resource: Resource) =>
  ctx.savedForm
    ? restoredForm({ ...ctx, savedForm: ctx.savedForm }, resource, specOf(resource))
    : blankForm(ctx, resource)

export const action = guarded(
  args => permissionFor(args, 'create'),
  async ctx => {
    const resource = await ownResource(ctx, resourceAt(ctx), { sent: ctx.form })
    return submitForm(ctx, resource, specOf(resource), {
      shown: state => state,
      perform: async accepted => {
        if (resource.contract.reveals?.includes('create')) return revealed(ctx, resource, accepted)
        const { value, key } = accepted
        const row = (await ctx.api(resource.contract).create(value, { idempotencyKey: key })) as Row
        await ctx.toast('good', ctx.t('engine:done.created', { name: titleOf(resource, row, ctx) }))
        return redirect(`${resource.path}/${row._id}`, 303)
      },
    })
  },
  { keepsAnswer: 'each' },
)

/** No redirect: the secret stands in this answer's page and nowhere else. */
async function revealed(
  { api, t, url }: RequestContext,
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
    secret: shownSecret(secret, url),
    back: `${path}/${made._id}`,
  }
}

export default function Create() {
  const { name, custom, title, state } = useLoaded<typeof loader>()
  const answered = useAnswer<FormState | Revealed>()
  if (isRevealed(answered)) return <OneTimeSecret {...answered} />
  return (
    <CreatePage
      resource={withCustomFields(resources[name], custom)}
      title={title}
      state={answered ?? state}
    />
  )
}
