/**
 * Remote cashouts: credits on their way from a slot to a player's wallet, until the provider says that they arrived.
 */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, money, reference, recordRow } from '../../platform/contract/primitives'
import { openStates, paymentState } from './payment-states.contract'

/** The slot's answer to the order to give a cashout up. `confirmed`: then, and only then, it is reset. */
export const cashoutReset = z.enum(['none', 'ordered', 'confirmed', 'refused', 'no_answer'])

export const remoteCashoutContract = defineContract({
  family: 'remote-cashout',
  one: 'remote-cashout',
  many: 'remote-cashouts',
  paths: { list: 'list' },
  row: z.object({
    ...recordRow,
    provider_ref: z.string(),
    tenant: reference,
    location: reference,
    slot: reference,
    timestamp: instant,
    amount: money,
    state: paymentState,
    expires_at: instant.nullable(),
    aft_transaction_id: z.string().nullable(),
    credits_before: z.number().int().nullable(),
    reset: cashoutReset,
    reset_at: instant.nullable(),
    reset_by: z.string().nullable(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, state: z.enum(openStates) }),
  sort: ['timestamp', 'amount', 'state', 'provider_ref'],
  order: { by: 'timestamp', direction: 'DESC' },
  permissions: { list: 'slot::remote_cashout_list', read: 'slot::remote_cashout_list' },
  actions: {
    reset: {
      permission: 'slot::remote_cashout_reset',
      path: '/api/remote-cashout/v1/reset',
      input: z.object({ reason }),
    },
  },
})
