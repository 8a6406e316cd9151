import { isOpen } from '../../../backend/money/payments/payment-states.contract'
import { remoteCashoutContract } from '../../../backend/money/payments/remote-cashout.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText, mono } from '../../engine/fields'
import { paymentTransactions } from './payment-transactions.resource'

const { state } = paymentTransactions.fields as {
  state: NonNullable<typeof paymentTransactions.fields.state>
}

/** Credits that have left for a player's wallet and are not there yet. */
export const remoteCashout = defineResource('remote-cashout', remoteCashoutContract, {
  title: 'provider_ref',
  state: 'state',
  fields: {
    provider_ref: mono(),
    state,
    aft_transaction_id: mono(),
    reset: choice({ none: 'muted', ordered: 'info', confirmed: 'good', refused: 'bad', no_answer: 'warn' }),
  },
  list: {
    columns: [
      'provider_ref',
      'slot',
      'location',
      'timestamp',
      'amount',
      'state',
      'reset',
      'reset_at',
      'reset_by',
    ],
    more: ['tenant', 'expires_at', 'aft_transaction_id', 'credits_before'],
    summary: ['slot', 'amount', 'reset'],
    filters: ['tenant', 'location', 'state'],
    quiet: ['slot'],
    sort: 'timestamp',
  },
  detail: {
    sections: {
      cashout: ['slot', 'location', 'amount', 'state', 'timestamp', 'expires_at'],
      transfer: ['aft_transaction_id', 'credits_before'],
      reset: ['reset', 'reset_at', 'reset_by'],
      record: ['tenant'],
    },
    links: [
      {
        href: '/reports/payment-transactions/:id',
        label: 'remote-cashout:payment',
        rule: 'slot::get_payment_transactions',
      },
    ],
  },
  actions: {
    reset: {
      tone: 'danger',
      bulk: true,
      when: row => isOpen(row.state) && row.reset !== 'ordered',
      why: row => (row.reset === 'ordered' ? 'already_ordered' : 'settled'),
      fields: { reason: longText() },
    },
  },
})
