import { paymentLogContract } from '../../../backend/money/payments/payment-transactions.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { linkTo, mono } from '../../engine/fields'
import { paymentTransactions } from './payment-transactions.resource'

const { state } = paymentTransactions.fields as {
  state: NonNullable<typeof paymentTransactions.fields.state>
}

/** Each event of each payment, in whatever order they arrived. */
export const paymentLog = defineResource('payment-log', paymentLogContract, {
  title: 'event_id',
  rowHref: ({ transaction }) => `/reports/payment-transactions/${transaction._id}`,
  fields: {
    event_id: mono(),
    transaction: linkTo('payment-transactions'),
    state,
    from_state: state,
    to_state: state,
    aft_transaction_id: mono(),
    aft_code: mono(),
  },
  list: {
    columns: [
      'event_id',
      'transaction',
      'timestamp',
      'state',
      'from_state',
      'to_state',
      'amount',
      'slot',
      'actor_name',
    ],
    more: [
      'received_at',
      'location',
      'tenant',
      'aft_transaction_id',
      'aft_code',
      'credits_before',
      'credits_after',
    ],
    summary: ['transaction', 'state', 'amount'],
    filters: ['tenant', 'location', 'state'],
    quiet: ['slot', 'transaction'],
    sort: '-timestamp',
  },
  detail: { sections: {} },
})
