import { jackpotWinsContract } from '../../../backend/jackpots/jackpots.contract'
import { defineResource } from '../../engine/define-resource'
import { choice, dateTime, integer, linkTo, longText, money, mono, text } from '../../engine/fields'
import { WinFigures } from './jackpot-figures'

/** What was won: where, by which contribution, and whether somebody has paid it. */
export const jackpotHistory = defineResource('jackpot-history', jackpotWinsContract, {
  title: 'number',
  state: 'state',
  fields: {
    number: mono(),
    jackpot: linkTo('jackpots'),
    level: linkTo('jackpot-levels'),
    tenant: linkTo('tenants'),
    location: linkTo('locations'),
    slot: linkTo('slots'),
    timestamp: dateTime(),
    amount: money(),
    state: choice({ celebrating: 'bad', payment_pending: 'warn', paid: 'info', reset: 'good' }),
    slot_state: choice({ online: 'good', offline: 'bad' }),
    run: integer(),
    point: money(),
    point_nonce: mono(),
    point_hash: mono(),
    value_before: money(),
    value_after: money(),
    stopped_at: dateTime(),
    paid_at: dateTime(),
    paid_by: text(),
    payment_reason: longText(),
    reset_at: dateTime(),
    created_at: dateTime(),
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
    more: ['tenant', 'slot_state', 'run', 'point', 'value_before', 'value_after', 'reset_at', 'created_at'],
    summary: ['slot', 'amount', 'state'],
    filters: ['tenant', 'jackpot', 'level', 'location', 'state'],
    quiet: ['slot'],
    sort: '-timestamp',
  },
  detail: {
    lead: WinFigures,
    sections: {
      win: ['state', 'amount', 'jackpot', 'level', 'slot', 'location', 'timestamp', 'slot_state'],
      proof: ['value_before', 'value_after', 'point', 'point_nonce', 'point_hash', 'run'],
      payment: ['stopped_at', 'paid_at', 'paid_by', 'payment_reason', 'reset_at'],
      record: ['tenant', 'created_at'],
    },
  },
  actions: {
    stop: {
      when: win => win.state === 'celebrating',
      why: win => win.state,
      fields: { reason: longText() },
    },
    pay: {
      tone: 'danger',
      when: win => win.state === 'celebrating' || win.state === 'payment_pending',
      why: win => win.state,
      fields: { reason: longText() },
    },
  },
})
