/** Payment transactions and their log: what a cashless provider reported of money on its way to or from a slot. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, money, reference } from '../../platform/contract/primitives'
import { paymentDirection, paymentState } from './payment-states.contract'

export const paymentDoubt = z.enum(['contradiction', 'amount'])
const family = 'payment-transactions-processor'
const permission = 'slot::get_payment_transactions'
const reportedFields = {
  _id: id,
  version: z.number().int(),
  tenant: reference,
  location: reference,
  slot: reference,
  timestamp: instant,
  state: paymentState,
  amount: money,
  aft_transaction_id: z.string().nullable(),
  aft_code: z.string().nullable(),
  credits_before: z.number().int().nullable(),
  credits_after: z.number().int().nullable(),
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
}

export const paymentTransactionsContract = defineContract({
  family,
  one: 'transaction',
  many: 'transactions',
  confidential: ['player_ref'],
  row: z.object({
    ...reportedFields,
    provider_ref: z.string(),
    direction: paymentDirection,
    player_ref: z.string().nullable(),
    /** The end of an unconfirmed payment's code. */
    expires_at: instant.nullable(),
    settled_at: instant.nullable(),
    in_doubt: paymentDoubt.nullable(),
    over_limit: z.boolean(),
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    slot: id,
    direction: paymentDirection,
    state: paymentState,
    in_doubt: paymentDoubt,
    over_limit: z.boolean(),
    provider_ref: z.string().max(64),
  }),
  sort: ['timestamp', 'amount', 'state', 'settled_at', 'provider_ref', 'created_at'],
  order: { by: 'timestamp', direction: 'DESC' },
  permissions: { list: permission, read: permission },
  actions: {},
})

export const paymentLogContract = defineContract({
  family,
  one: 'transaction-log-entry',
  many: 'transaction-log',
  row: z.object({
    ...reportedFields,
    transaction: reference,
    event_id: z.string(),
    /** The transaction's state before and after the event arrived. */
    from_state: paymentState.nullable(),
    to_state: paymentState,
    /** The provider, or who reset it. */
    actor_name: z.string(),
    /** When it arrived. */
    received_at: instant,
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, transaction: id, state: paymentState }),
  sort: ['timestamp', 'received_at'],
  order: { by: 'timestamp', direction: 'DESC' },
  permissions: { list: permission, read: permission },
  actions: {},
})
