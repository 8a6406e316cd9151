import { redirect } from '@remix-run/node'
import { ApiError } from '../../api/api-error'
import { useAnswer, useLoaded } from '../../console/shell-context'
import { withCustomFields } from '../definition/with-custom-fields'
import { ownResource } from '../data/custom-fields.server'
import { resources } from '../definition/registry'
import { ANEW } from '../../session/missing-record.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { titleOf } from '../render/render-context'
import { editSpecOf } from './form'
import { filledForm, restoredForm, submitForm, type FormState } from './form.server'
import { EditPage } from './form-pages'
import { idOf, permissionFor, resourceAt } from '../data/resource-at.server'
import type { Row } from '../definition/row'

export const loader = guarded(
  args => permissionFor(args, 'update'),
  async ctx => {
    const resource = await ownResource(ctx, resourceAt(ctx), { fresh: true })
    const row = (await ctx.api(resource.contract).get(idOf(ctx.params))) as Row
    const name = titleOf(resource, row, ctx)
    const state = ctx.savedForm
      ? await restoredForm({ ...ctx, savedForm: ctx.savedForm }, resource, editSpecOf(resource))
      : await filledForm(ctx, resource, row)
    return {
      name: resource.name,
      custom: resource.custom,
      id: row._id,
      title: `${ctx.t('engine:detail.edit')}: ${name}`,
      crumbs: { [row._id]: name },
      state,
    }
  },
)

export const action = guarded(
  args => permissionFor(args, 'update'),
  ctx =>
    edit(ctx).catch((error: unknown) => {
      throw forNewForm(error, ctx)
    }),
  { keepsAnswer: true },
)

async function edit(ctx: GuardedContext) {
  const resource = await ownResource(ctx, resourceAt(ctx), { sent: ctx.form })
  const id = idOf(ctx.params)
  const { get, update } = ctx.api(resource.contract)
  // Only a form that settles a conflict needs the record as it is now.
  const settles = [...ctx.form.keys()].some(name => name.startsWith('keep.'))
  return submitForm(ctx, resource, editSpecOf(resource), {
    current: settles ? ((await get(id)) as Row) : undefined,
    shown: state => state,
    perform: async ({ value, version, key }) => {
      const row = (await update(id, { ...value, version: version ?? 0 }, { idempotencyKey: key })) as Row
      await ctx.toast('good', ctx.t('engine:done.saved', { name: titleOf(resource, row, ctx) }))
      return redirect(`${resource.path}/${id}`, 303)
    },
  })
}

/** The record was deleted while somebody typed: what they typed may go into a new one. */
function forNewForm(error: unknown, ctx: GuardedContext): unknown {
  const { contract, form, path } = resourceAt(ctx)
  const { create } = contract.permissions
  if (!(error instanceof ApiError) || error.status !== 404 || !form || !create || !ctx.can(create))
    return error
  return new ApiError({ ...error, details: { ...error.details, [ANEW]: `${path}/new` } })
}

export default function Edit() {
  const { name, custom, id, title, crumbs, state } = useLoaded<typeof loader>()
  const answered = useAnswer<FormState>()
  return (
    <EditPage
      resource={withCustomFields(resources[name], custom)}
      id={id}
      title={title}
      subject={crumbs[id] ?? ''}
      state={answered ?? state}
    />
  )
}
