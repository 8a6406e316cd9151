import { paymentTransactionsContract } from '../../../backend/money/payments/payment-transactions.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, mono } from '../../engine/fields'

/** Money of players on its way to and from slots, as the payment provider reported it. */
export const paymentTransactions = defineResource('payment-transactions', paymentTransactionsContract, {
  title: 'provider_ref',
  state: 'state',
  fields: {
    provider_ref: mono(),
    direction: choice({ cash_in: '', cash_out: '' }),
    state: choice({
      created: 'info',
      pending: 'info',
      authorised: 'info',
      transferring: 'info',
      completed: 'good',
      failed: 'bad',
      declined: 'muted',
      cancelled: 'muted',
      expired: 'muted',
      reversed: 'warn',
    }),
    player_ref: mono(),
    in_doubt: choice({ contradiction: 'bad', amount: 'bad' }),
    aft_transaction_id: mono(),
    aft_code: mono(),
  },
  list: {
    columns: ['provider_ref', 'timestamp', 'direction', 'state', 'amount', 'slot', 'in_doubt', 'settled_at'],
    more: [
      'location',
      'tenant',
      'over_limit',
      'player_ref',
      'expires_at',
      'aft_transaction_id',
      'aft_code',
      'credits_before',
      'credits_after',
      'created_at',
    ],
    summary: ['state', 'amount', 'slot'],
    filters: ['tenant', 'location', 'direction', 'state', 'in_doubt', 'over_limit'],
    quiet: ['slot', 'provider_ref'],
    sort: '-timestamp',
    links: [
      {
        href: '/reports/payment-log',
        label: 'payment-log:title',
        rule: paymentTransactionsContract.permissions.list,
      },
      {
        href: '/operations/payment-merchants',
        label: 'payment-merchants:title',
        rule: 'payment_merchant::list',
      },
    ],
  },
  detail: {
    // No person changes a payment; its log tells what happened to it.
    trail: false,
    sections: {
      payment: ['state', 'direction', 'amount', 'slot', 'location', 'timestamp', 'settled_at', 'expires_at'],
      provider: ['provider_ref', 'player_ref', 'in_doubt', 'over_limit'],
      transfer: ['aft_transaction_id', 'aft_code', 'credits_before', 'credits_after'],
      record: ['tenant', 'created_at'],
    },
    related: [
      {
        resource: 'payment-log',
        filter: 'transaction',
        columns: ['event_id', 'timestamp', 'state', 'amount', 'aft_code', 'actor_name'],
      },
    ],
  },
})
