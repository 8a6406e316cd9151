/** Looking at pages as another user: says first what that is, then begins it. Works without scripts. */
import { data, redirect } from '@remix-run/node'
import { userRights } from '../../../backend/identity/acl/rights.contract'
import { viewAsAnswer, viewAsPath } from '../../../backend/identity/acl/viewings.contract'
import { useLoaded, useShell } from '../../console/shell-context'
import { START_PATH } from '../../console/start-path'
import { idOf } from '../../engine/data/resource-at.server'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { formsOf, send, textOf, type Answered } from '../../engine/form/orders.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { useActionData } from '@remix-run/react'

const needs = { all: ['acl_user::list', 'acl_user::view_as'] } as const

async function shown({ api, params, t }: GuardedContext, answered?: Answered) {
  const { user } = await api.call('GET', `/api/users/v1/user/${idOf(params)}/rights`, { schema: userRights })
  return {
    title: t('users:view_as.title', { name: user.name }),
    crumbs: { [user._id]: user.name },
    user,
    ...formsOf(answered),
  }
}

export const loader = guarded(needs, context => shown(context))

export const action = guarded(needs, async context => {
  const order = await send(context, 'view-as', {
    path: viewAsPath(idOf(context.params)),
    body: { reason: textOf(context.form, 'reason') },
    fields: ['reason'],
    schema: viewAsAnswer,
  })
  if (order.refused) return data(await shown(context, order.refused.data), { status: order.refused.status })
  await context.requestSession.renewIdentity()
  return redirect(START_PATH, 303)
})

export default function ViewAsPage() {
  const loaded = useLoaded<typeof loader>()
  const { title, user, answered, key } =
    (useActionData() as Awaited<ReturnType<typeof shown>> | undefined) ?? loaded
  const { t } = useShell()
  const back = `/acl/users/${user._id}`
  return (
    <>
      <PageHeader title={title} />
      <OrderForm
        intent="view-as"
        effect={t('users:view_as.effect', { name: user.name })}
        submit={t('users:view_as.button')}
        answered={answered}
        formKey={key}
        action={`${back}/view-as`}
        checkHref={START_PATH}
        backHref={back}
        fields={[reasonField(t)]}
      />
    </>
  )
}
