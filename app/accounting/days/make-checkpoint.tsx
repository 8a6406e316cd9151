/** Stores the current meters of a slot, or of all slots of a location; the form has only a reason. */
import { z } from 'zod'
import {
  checkpointsContract,
  makeCheckpoint,
} from '../../../backend/accounting/checkpoints/checkpoints.contract'
import { locationsContract } from '../../../backend/estate/locations/locations.contract'
import { slotsContract } from '../../../backend/estate/slots/slots.contract'
import { useShell, useShown } from '../../console/shell-context'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { resourcePaths } from '../../addresses/names'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { formsOf, performOrder, textOf, type Answered } from '../../engine/form/orders.server'

type Params = Readonly<Record<string, string | undefined>>

/** Throws 404 for what no checkpoint is made of by hand. */
function typeOf({ type }: Params): 'slot' | 'location' {
  const known = makeCheckpoint.shape.type.safeParse(type)
  if (!known.success) throw notFound()
  return known.data
}

const rule = ({ params }: { params: Params }) => {
  const type = typeOf(params)
  return { all: ['slot::enter_meters', `${type}::get_checkpoint`, `${type}::get`] } as const
}

async function load({ api, params, t }: GuardedContext, answered?: Answered) {
  const [type, id] = [typeOf(params), idOf(params)]
  const name =
    type === 'slot' ? (await api(slotsContract).get(id)).serial : (await api(locationsContract).get(id)).name
  return {
    title: t('checkpoints:make.title', { name }),
    crumbs: { [id]: name },
    type,
    id,
    ...formsOf(answered),
  }
}

export const loader = guarded(rule, context => load(context))

export const action = guarded(
  rule,
  context => {
    const { params, form, t } = context
    const [type, id] = [typeOf(params), idOf(params)]
    return performOrder(context, 'make', {
      path: `/api/${checkpointsContract.family}/v1/checkpoint`,
      body: { type, id, reason: textOf(form, 'reason') },
      fields: ['reason'],
      schema: z.object({ made: z.number(), at: z.number() }),
      again: answered => load(context, answered),
      done: ({ made }) => ({
        to: `${resourcePaths.checkpoints}/${id}?type=${type}`,
        message: t('checkpoints:make.done', { count: made }),
        tone: made > 0 ? 'good' : 'warn',
      }),
    })
  },
  { keepsAnswer: 'each' },
)

export default function MakeCheckpointPage() {
  const { title, type, id, key, answered } = useShown<typeof loader>()
  const { t } = useShell()
  const back = `${resourcePaths[type === 'slot' ? 'slots' : 'locations']}/${id}`
  return (
    <>
      <PageHeader title={title} />
      <OrderForm
        intent="make"
        answered={answered}
        formKey={key}
        action={`/checkpoint/${type}/${id}/new`}
        checkHref={`${resourcePaths.checkpoints}/${id}?type=${type}`}
        backHref={back}
        submit={t('checkpoints:make.submit')}
        effect={t(`checkpoints:make.effect.${type}`)}
        fields={[reasonField(t)]}
      />
    </>
  )
}
