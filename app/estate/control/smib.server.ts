/** Loads the data of a SMIB's control page, and sends its plain orders. Harmful ones have pages of their own. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import {
  smibControlAnswer,
  type SmibControlAnswer,
} from '../../../backend/estate/smibs/smib-control.contract'
import { ApiError } from '../../api/api-error'
import { idOf } from '../../engine/data/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import { send, type Answered, type Order } from '../../engine/form/orders.server'
import { SMIB_CONTROL } from './smib-steps'

export interface SmibControl {
  title: string
  crumbs: Record<string, string>
  control: SmibControlAnswer
  key: string
  answered?: Answered
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
    key: randomUUID(),
    ...(answered && { answered }),
  }
}

export async function orderSmibControl(context: GuardedContext) {
  const { form, params, t, toast } = context
  const id = idOf(params)
  const intent = String(form.get('intent') ?? '')
  const sent = await send(context, intent, orderOf(intent, id))
  if (sent.refused)
    return data(await loadSmibControl(context, sent.refused.data), { status: sent.refused.status })
  await toast('good', t(`smib-control:ordered.${intent}`))
  return redirect(`${SMIB_CONTROL}/${id}`, 303)
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
