/** `/locations/<id>/lock` and `…/unlock`: what will happen to the slots of a location, the reason, and the button. */
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { bulkAnswer, bulkOptions, type BulkAction } from '../../../backend/operations/bulk/bulk.contract'
import {
  locationOrderPath,
  locationOrderRule,
  locationPlan,
  type LocationPlan,
} from '../../../backend/operations/bulk/location-order.contract'
import { resourcePaths } from '../../addresses/names'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { reasonText } from '../../engine/fields'
import { typedFrom, type FormSpec } from '../../engine/form/form'
import { commandForm, submitForm, type FormState } from '../../engine/form/form.server'
import { ResourceForm } from '../../engine/form/resource-form'
import { Notices } from '../../engine/components/list-notes'
import { unusedOf } from '../../engine/address/notice'
import { resources } from '../../engine/definition/registry'
import { idOf } from '../../engine/data/resource-at.server'
import { demandField } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { BULK } from './job-words'
import { TICK_ALL, UndecidedSlots } from './undecided-slots'

interface Refused {
  state: FormState
  /** The slots that were ticked. */
  accepted: string[]
  /** Nothing was left to do: no slot was ticked. */
  noneTicked?: boolean
}
/** Each order has reasons of its own. */
const specOf = (action: BulkAction): FormSpec => ({
  entity: 'bulk',
  schema: z.object({ reason: bulkOptions.shape.reason }) as unknown as FormSpec['schema'],
  fields: { reason: reasonText(action) } as unknown as FormSpec['fields'],
  names: ['reason'],
})

const actionAt = ({ pathname }: URL): BulkAction => (/\/unlock(\.data)?$/.test(pathname) ? 'unlock' : 'lock')

const idsIn = (form: FormData, name: string) =>
  String(form.get(name) ?? '')
    .split(',')
    .filter(Boolean)

export const loader = guarded(locationOrderRule, async (ctx: GuardedContext) => {
  const { api, params, t, url } = ctx
  const [id, action] = [idOf(params), actionAt(url)]
  const { plan } = await api.call('GET', `${locationOrderPath(action)}/${id}`, {
    schema: z.object({ plan: locationPlan }),
  })
  const { name } = plan.location
  return {
    title: t(`bulk:location.title.${action}`, { name }),
    crumbs: { [id]: name, [action]: t(`slots:actions.${action}`) },
    plan,
    notices: unusedOf(url.searchParams, {}),
    state: await commandForm(ctx, resources.slots, specOf(action)),
    accepted: [],
  }
})

export const action = guarded(
  locationOrderRule,
  async (ctx: GuardedContext) => {
    const { api, params, url, form, toast, t } = ctx
    const [id, order] = [idOf(params), actionAt(url)]
    demandField(form, ['ids'])
    // Whatever is no id is refused by the backend, rather than left out: fewer slots would be locked than the page
    // said.
    const accepted = form.getAll('accepted').map(String)
    const ids = idsIn(form, 'ids')
    const spec = specOf(order)
    if (form.has(TICK_ALL)) {
      // Not yet the order: what was typed comes along.
      const state = await commandForm(ctx, resources.slots, spec, typedFrom(spec, form))
      return data<Refused>({ state, accepted: idsIn(form, TICK_ALL) }, { status: 200 })
    }
    return submitForm(ctx, resources.slots, spec, {
      shown: (state): Refused => ({ state, accepted }),
      perform: async ({ value: { reason }, typed, key }) => {
        if (ids.length + accepted.length === 0) {
          const state = await commandForm(ctx, resources.slots, spec, typed)
          return data<Refused>({ state, accepted, noneTicked: true }, { status: 422 })
        }
        const { job } = await api.call('POST', `${locationOrderPath(order)}/${id}`, {
          body: { reason, ids: [...new Set([...ids, ...accepted])], accepted },
          schema: bulkAnswer,
          idempotencyKey: key,
        })
        await toast('good', t('bulk:told.confirm'))
        return redirect(`${BULK}/${job._id}`, 303)
      },
    })
  },
  { keepsAnswer: 'each' },
)

export default function LocationOrder() {
  const { title, plan, notices, ...loaded } = useLoaded<typeof loader>()
  const { state, accepted, noneTicked }: Refused = { ...loaded, ...useAnswer<Refused>() }
  const { t } = useShell()
  const { action: order, location, undecided } = plan
  const here = `${resourcePaths.locations}/${location._id}`
  const count = plan.now.length + plan.later.length
  const isPossible = count + undecided.length > 0
  return (
    <>
      <PageHeader title={title} />
      <Notices notices={notices} />
      {isPossible ? null : <Alert tone="warn" className="mb-2" title={t('bulk:nothing')} />}
      {noneTicked ? <Alert tone="bad" className="mb-2" title={t('bulk:location.none_ticked')} /> : null}
      <WhatHappens plan={plan} />
      {isPossible ? (
        <ResourceForm
          spec={specOf(order)}
          state={state}
          danger={order === 'lock'}
          isLong
          submit={count > 0 ? t(`slots:do.${order}`, { count }) : t(`bulk:location.only_chosen.${order}`)}
          cancelHref={here}
          checkHref={BULK}
        >
          <input type="hidden" name="ids" value={[...plan.now, ...plan.later].join(',')} />
          {undecided.length > 0 ? <UndecidedSlots plan={plan} accepted={accepted} /> : null}
        </ResourceForm>
      ) : (
        <LinkButton href={here}>{t('engine:command.back')}</LinkButton>
      )}
      <p className="no-print mt-2">
        <a className="link" href={`${BULK}/new?action=${order}&location=${location._id}`}>
          {t('bulk:location.otherwise')}
        </a>
      </p>
    </>
  )
}

/** First of all, what the button will do. */
function WhatHappens({ plan: { action: order, now, later, undecided, left_out } }: { plan: LocationPlan }) {
  const { t, format } = useShell()
  const out = Object.entries(left_out).filter(([, count]) => count > 0)
  const words = [
    now.length > 0 ? t(`bulk:location.now.${order}`, { count: now.length }) : null,
    later.length > 0
      ? t(now.length > 0 ? 'bulk:location.later' : `bulk:location.only_later.${order}`, {
          count: later.length,
        })
      : null,
  ].filter(Boolean)
  return (
    <div className="prose-width mb-3">
      {words.length > 0 ? <p className="mb-2 font-semibold">{words.join(', ')}</p> : null}
      {words.length + undecided.length > 0 ? <p className="mb-2">{t(`slots:effect.${order}`)}</p> : null}
      {out.length > 0 ? (
        <p>
          {t('bulk:location.left_out')}{' '}
          {out
            .map(([reason, count]) => `${t(`bulk-items:reason.${reason}`)}: ${format.number(count)}`)
            .join(' · ')}
        </p>
      ) : null}
    </div>
  )
}
