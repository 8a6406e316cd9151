import { invalidField } from '../../platform/contract/problem'
import { derived, moneyIn, readOnly, readOnlyFlag, readOnlyRefTo, refTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { callbackPath } from './callback.contract'
import { paymentMerchantsContract } from './payment-merchants.contract'
import { paymentLogContract, paymentTransactionsContract } from './payment-transactions.contract'

const { write: _write, ...amount } = moneyIn('amount_minor', 'currency')

const reportedColumns = {
  tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
  location: readOnlyRefTo('location_id', 'locations', 'name'),
  slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
  timestamp: readOnly('occurred_at'),
  state: readOnly('state'),
  amount,
  aft_transaction_id: readOnly('aft_transaction_id'),
  aft_code: readOnly('aft_code'),
  credits_before: readOnly('credits_before'),
  credits_after: readOnly('credits_after'),
}

export const paymentTransactionsStore = defineStore(paymentTransactionsContract, {
  table: 'payment_transactions',
  columns: {
    ...reportedColumns,
    provider_ref: readOnly('provider_ref'),
    direction: readOnly('direction'),
    player_ref: readOnly('player_ref'),
    expires_at: readOnly('expires_at'),
    settled_at: readOnly('settled_at'),
    in_doubt: readOnly('in_doubt'),
    over_limit: readOnlyFlag('over_limit'),
  },
  search: ({ provider_ref }) => [provider_ref as string],
})

export const paymentLogStore = defineStore(paymentLogContract, {
  table: 'payment_log',
  columns: {
    ...reportedColumns,
    transaction: readOnlyRefTo('transaction_id', 'payment_transactions', 'provider_ref'),
    event_id: readOnly('event_id'),
    from_state: readOnly('from_state'),
    to_state: readOnly('to_state'),
    actor_name: readOnly('actor_name'),
    received_at: readOnly('created_at'),
  },
  search: ({ event_id }) => [event_id as string],
})

export const paymentMerchantsStore = defineStore(paymentMerchantsContract, {
  table: 'payment_merchants',
  columns: {
    tenant: refTo('tenant_id', 'tenants', 'name'),
    limit: moneyIn('limit_minor', 'currency'),
    callback: derived(['tenant_id'], ({ tenant_id }) => `${callbackPath}/${String(tenant_id)}`),
    rotated_at: readOnly('rotated_at'),
    previous_until: derived(['previous_until'], ({ previous_until }, now) =>
      previous_until !== null && Number(previous_until) > now ? previous_until : null,
    ),
  },
  search: ({ merchant_id, legal_name }) => [merchant_id as string, legal_name as string],
  prepare: async ({ db, scope, before, input }) => {
    if (before) {
      if (input.tenant !== null && input.tenant !== before.tenant_id) throw invalidField('tenant', 'fixed')
      return { tenant_id: before.tenant_id }
    }
    const tenant = input.tenant ?? scope.tenantId
    if (tenant === null) throw invalidField('tenant', 'required')
    const known = await db
      .selectFrom('payment_merchants')
      .select('id')
      .where('tenant_id', '=', tenant)
      .executeTakeFirst()
    if (known) throw invalidField('tenant', 'taken')
    return { tenant_id: tenant, generation: 1, rotated_at: null, previous_until: null }
  },
})
