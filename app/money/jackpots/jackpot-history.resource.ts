import { jackpotWinsContract } from '../../../backend/money/jackpots/jackpots.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, linkTo, longText, money, mono, thingType } from '../../engine/fields'
import { WinFigures } from './jackpot-figures'

const isDue = ({ state }: { state: string }) => state === 'celebrating' || state === 'payment_pending'

/** Lists wins: where they happened, by which contribution, and whether somebody has paid them. */
export const jackpotHistory = defineResource('jackpot-history', jackpotWinsContract, {
  title: 'number',
  state: 'state',
  fields: {
    number: mono(),
    level: linkTo('jackpot-levels'),
    state: choice({
      hit_pending: 'warn',
      celebrating: 'bad',
      payment_pending: 'warn',
      paid: 'info',
      reset: 'good',
      withdrawn: 'muted',
    }),
    slot_state: choice({ online: 'good', offline: 'bad' }),
    point_nonce: mono(),
    point_hash: mono(),
    payment_method: choice({ hand: '', handpay: '', machine: '', aft: '' }),
    aft_state: choice({ ordered: 'info', done: 'good', refused: 'warn', not_told: 'warn', unknown: 'bad' }),
    aft_code: mono(),
    aft_transaction_id: mono(),
    payment_reason: longText(),
    type: thingType(jackpotWinsContract.filters.shape.type.options),
  },
  list: {
    columns: [
      'number',
      'timestamp',
      'jackpot',
      'level',
      'location',
      'slot',
      'amount',
      'state',
      'paid_at',
      'paid_by',
    ],
    more: [
      'payment_method',
      'aft_state',
      'paid_twice',
      'tenant',
      'slot_state',
      'run',
      'point',
      'value_before',
      'value_after',
      'reset_at',
      'created_at',
    ],
    summary: ['slot', 'amount', 'state'],
    filters: ['tenant', 'jackpot', 'level', 'location', 'state'],
    quiet: ['type', 'slot'],
    sort: '-timestamp',
  },
  detail: {
    lead: WinFigures,
    sections: {
      win: ['state', 'amount', 'jackpot', 'level', 'slot', 'location', 'timestamp', 'slot_state'],
      proof: ['value_before', 'value_after', 'point', 'point_nonce', 'point_hash', 'run'],
      payment: [
        'stopped_at',
        'paid_at',
        'payment_method',
        'paid_by',
        'payment_reason',
        'aft_state',
        'aft_code',
        'aft_transaction_id',
        'paid_twice',
        'reset_at',
      ],
      record: ['tenant', 'created_at'],
    },
    related: [
      {
        resource: 'jackpot-tellings',
        filter: 'win',
        columns: ['timestamp', 'slot', 'amount', 'level_nr', 'state'],
      },
    ],
  },
  actions: {
    stop: {
      when: win => win.state === 'celebrating',
      why: win => win.state,
      fields: { reason: longText() },
    },
    pay: {
      tone: 'danger',
      when: win => isDue(win) && win.aft_state !== 'ordered',
      why: win => (isDue(win) ? 'aft_under_way' : win.state),
      fields: { reason: longText() },
    },
    pay_aft: {
      tone: 'danger',
      when: win => isDue(win) && win.aft_state !== 'ordered',
      why: win => (isDue(win) ? 'aft_under_way' : win.state),
      fields: { reason: longText() },
    },
    confirm: {
      when: win => win.state === 'hit_pending',
      why: win => win.state,
      fields: { amount: money(), reason: longText() },
    },
  },
})
