import { jackpotsContract } from '../../../backend/money/jackpots/jackpots.contract'
import { levelValues } from './level-values'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, code, longText } from '../../engine/fields'

export const jackpots = defineResource('jackpots', jackpotsContract, {
  title: 'name',
  fields: {
    kind: choice({ progressive: '', mystery: '' }),
    currency: code(['RON', 'EUR']),
    note: longText(),
    levels: levelValues(),
  },
  list: {
    columns: ['name', 'location', 'kind', 'levels', 'tenant', 'updated_at'],
    more: ['currency', 'note', 'created_at'],
    summary: ['location', 'kind', 'levels'],
    filters: ['tenant', 'location', 'kind'],
    links: [
      { href: '/jackpot-levels', label: 'jackpot-levels:title', rule: 'jackpot::list' },
      { href: '/jackpot-sources', label: 'jackpot-sources:title', rule: 'jackpot_source::list' },
    ],
  },
  detail: {
    sections: {
      identity: ['name', 'location', 'kind', 'currency', 'note'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
    related: [
      {
        resource: 'jackpot-levels',
        filter: 'jackpot',
        columns: ['name', 'value', 'state', 'visible', 'hidden', 'hit_to', 'hits'],
      },
      { resource: 'jackpot-sources', filter: 'jackpot', columns: ['name', 'location', 'slot', 'from', 'to'] },
      {
        resource: 'jackpot-history',
        filter: 'jackpot',
        columns: ['number', 'timestamp', 'slot', 'amount', 'state'],
      },
    ],
  },
  form: {
    ofTenant: ['location'],
    sections: { identity: ['name', 'tenant', 'location', 'kind', 'currency', 'note'] },
  },
})
