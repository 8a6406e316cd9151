/** Loads the data of a slot's control page, and sends its orders. */
import { slotStatusAnswer, type SlotStatusAnswer } from '../../../backend/estate/orders/control.contract'
import { ApiError } from '../../api/api-error'
import { idOf } from '../../engine/data/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import {
  formsOf,
  performOrder,
  textOf,
  type Answered,
  type Order,
  type OrderForms,
} from '../../engine/form/orders.server'

export interface SlotControl extends OrderForms {
  title: string
  crumbs: Record<string, string>
  slot: SlotStatusAnswer
}

export async function loadSlotControl(
  { api, params, t }: GuardedContext,
  answered?: Answered,
): Promise<SlotControl> {
  const id = idOf(params)
  const slot = await api.call('GET', `/api/slotcontrol/v1/slot-status/${id}`, { schema: slotStatusAnswer })
  const title = t('control:title', { serial: slot.serial })
  return { title, crumbs: { [id]: title }, slot, ...formsOf(answered) }
}

export function orderSlotControl(context: GuardedContext) {
  const { form, params, t } = context
  const id = idOf(params)
  const intent = String(form.get('intent') ?? '')
  return performOrder(context, intent, {
    ...orderOf(intent, id, form),
    again: answered => loadSlotControl(context, answered),
    done: () => ({ to: `/slot/control/${id}`, message: t(`control:ordered.${intent}`) }),
  })
}

function orderOf(intent: string, id: string, form: FormData): Order {
  const why = { reason: textOf(form, 'reason') }
  switch (intent) {
    case 'tell_again':
      return { path: '/api/slotcontrol/v1/tell-again', body: { slot: id }, fields: [] }
    case 'aft_refresh':
      return {
        path: '/api/slotcontrol/v1/aft/refresh-registration',
        body: { slot: id, ...why },
        fields: ['reason'],
      }
    case 'aft_number': {
      const typed = textOf(form, 'asset_number').trim()
      // Text that is no number is passed on, so that the backend refuses it with its reason.
      return {
        path: '/api/slotcontrol/v1/aft/set-asset-number',
        body: {
          slot: id,
          asset_number: typed === '' ? undefined : /^\d{1,12}$/.test(typed) ? Number(typed) : typed,
          ...why,
        },
        fields: ['asset_number', 'reason'],
      }
    }
    case 'unassign_rule':
      return {
        method: 'PUT',
        path: `/api/configuration/v1/slot/${id}/unassign-rule`,
        body: { rule: textOf(form, 'rule'), version: Number(textOf(form, 'version')), ...why },
        fields: ['rule', 'reason'],
      }
    default:
      throw new ApiError({ kind: 'problem', status: 404, code: 'not_found' })
  }
}
