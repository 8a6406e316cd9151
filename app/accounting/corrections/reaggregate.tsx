/** Sums of a slot, a location or a tenant worked out anew: over which days, and why; the task's page tells the rest. */
import { z } from 'zod'
import { locationsContract } from '../../../backend/estate/locations/locations.contract'
import {
  MOST_DAYS,
  reaggregated,
  reaggregatePath,
  reaggregatePermission,
  type Reaggregated,
} from '../../../backend/accounting/reaggregation/reaggregation.contract'
import { slotsContract } from '../../../backend/estate/slots/slots.contract'
import { tenantsContract } from '../../../backend/estate/tenants/tenants.contract'
import { useShell, useShown } from '../../console/shell-context'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { resourcePaths } from '../../addresses/names'
import { TASKS } from '../../platform/tasks/task'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Input } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { WholeOnly } from '../../engine/components/whole-only'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { formsOf, performOrder, typedOf, type Answered } from '../../engine/form/orders.server'

type Params = Readonly<Record<string, string | undefined>>

/** Throws 404 for what has no sums. */
function typeOf({ type }: Params): Reaggregated {
  const known = z.enum(reaggregated).safeParse(type)
  if (!known.success) throw notFound()
  return known.data
}

const rule = ({ params }: { params: Params }) =>
  ({ all: [reaggregatePermission, `${typeOf(params)}::get`] }) as const

async function nameOf({ api }: GuardedContext, type: Reaggregated, id: string): Promise<string> {
  if (type === 'slot') return (await api(slotsContract).get(id)).serial
  return (await api(type === 'location' ? locationsContract : tenantsContract).get(id)).name
}

async function load(context: GuardedContext, answered?: Answered) {
  const { params, t } = context
  const [type, id] = [typeOf(params), idOf(params)]
  const name = await nameOf(context, type, id)
  return {
    title: t('reaggregate:title', { name }),
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
    const fields = ['from', 'through', 'reason']
    return performOrder(context, 'reaggregate', {
      path: reaggregatePath,
      body: { type: typeOf(params), id: idOf(params), ...typedOf(form, fields) },
      fields,
      schema: z.object({ task: z.string() }),
      again: answered => load(context, answered),
      done: ({ task }) => ({ to: `${TASKS}/${task}`, message: t('reaggregate:done') }),
    })
  },
  { keepsAnswer: 'each' },
)

export default function ReaggregatePage() {
  const { title, type, id, key, answered } = useShown<typeof loader>()
  const { t } = useShell()
  const day = (name: 'from' | 'through') => ({
    name,
    label: t(`reaggregate:${name}`),
    ...(name === 'through' && { help: t('reaggregate:period_help', { days: MOST_DAYS }) }),
    control: ({ typed, described }: { typed: string; described: object }) => (
      <Input {...described} name={name} type="date" required defaultValue={typed} />
    ),
  })
  const form = (
    <OrderForm
      intent="reaggregate"
      answered={answered}
      formKey={key}
      action={`/reaggregate/${type}/${id}`}
      checkHref={TASKS}
      backHref={`${resourcePaths[`${type}s`]}/${id}`}
      submit={t('reaggregate:submit')}
      effect={t('reaggregate:what')}
      fields={[day('from'), day('through'), reasonField(t)]}
    />
  )
  return (
    <>
      <PageHeader title={title} />
      {type === 'slot' ? form : <WholeOnly>{form}</WholeOnly>}
    </>
  )
}
