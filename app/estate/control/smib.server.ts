/** Loads the data of a SMIB's control page, and sends its plain orders. Harmful ones have pages of their own. */
import {
  smibControlAnswer,
  type SmibControlAnswer,
} from '../../../backend/estate/smibs/smib-control.contract'
import { ApiError } from '../../api/api-error'
import { idOf } from '../../engine/data/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import {
  formsOf,
  performOrder,
  type Answered,
  type Order,
  type OrderForms,
} from '../../engine/form/orders.server'
import { SMIB_CONTROL } from './smib-steps'

export interface SmibControl extends OrderForms {
  title: string
  crumbs: Record<string, string>
  control: SmibControlAnswer
}

export const readControl = ({ api, params }: Pick<GuardedContext, 'api' | 'params'>) =>
  api.call('GET', `/api/configuration/v1/smib/${idOf(params)}/control`, { schema: smibControlAnswer })

export async function loadSmibControl(context: GuardedContext, answered?: Answered): Promise<SmibControl> {
  const control = await readControl(context)
  const title = context.t('smib-control:title', { mac: control.smib.mac })
  return {
    title,
    crumbs: { [control.smib._id]: title },
    control,
    ...formsOf(answered),
  }
}

export function orderSmibControl(context: GuardedContext) {
  const { form, params, t } = context
  const id = idOf(params)
  const intent = String(form.get('intent') ?? '')
  return performOrder(context, intent, {
    ...orderOf(intent, id),
    again: answered => loadSmibControl(context, answered),
    done: () => ({ to: `${SMIB_CONTROL}/${id}`, message: t(`smib-control:ordered.${intent}`) }),
  })
}

function orderOf(intent: string, id: string): Order {
  const base = '/api/configuration/v1'
  switch (intent) {
    case 'test_on':
      return { path: `${base}/smib/${id}/toggle-test`, body: { on: true }, fields: [] }
    case 'test_off':
      return { path: `${base}/smib/${id}/toggle-test`, body: { on: false }, fields: [] }
    case 'log_on':
      return { path: `${base}/smib/${id}/toggle-log`, body: { on: true }, fields: [] }
    case 'log_off':
      return { path: `${base}/smib/${id}/toggle-log`, body: { on: false }, fields: [] }
    case 'request_meters':
    case 'sync_clock':
    case 'identify':
    case 'resend':
      return { path: `${base}/smib-send-cmd/${id}/type/${intent}`, body: {}, fields: [] }
    default:
      throw new ApiError({ kind: 'problem', status: 404, code: 'not_found' })
  }
}
