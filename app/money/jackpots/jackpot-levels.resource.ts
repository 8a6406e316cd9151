import { jackpotLevelsContract } from '../../../backend/money/jackpots/jackpots.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText, mono, percent } from '../../engine/fields'
import { LevelFigures } from './jackpot-figures'

/** A level is what players see: a value that grows by a part of what is played. */
export const jackpotLevels = defineResource('jackpot-levels', jackpotLevelsContract, {
  title: 'name',
  under: 'jackpot',
  state: 'state',
  fields: {
    kind: choice({ progressive: '', mystery: '' }),
    state: choice({ running: 'good', hit: 'warn' }),
    visible: percent(),
    hidden: percent(),
    point_hash: mono(),
  },
  list: {
    columns: [
      'name',
      'jackpot',
      'location',
      'state',
      'value',
      'visible',
      'hidden',
      'hit_to',
      'hits',
      'last_hit_at',
    ],
    more: [
      'tenant',
      'kind',
      'position',
      'machine_level',
      'overflow',
      'hidden_pool',
      'seed',
      'limit',
      'hit_from',
      'terms_from',
      'created_at',
      'updated_at',
    ],
    summary: ['jackpot', 'state', 'value'],
    filters: ['tenant', 'jackpot', 'location', 'kind', 'state'],
  },
  detail: {
    lead: LevelFigures,
    sections: {
      level: ['value', 'state', 'jackpot', 'location', 'position', 'machine_level', 'hits', 'last_hit_at'],
      growth: ['visible', 'hidden', 'terms_from', 'hidden_pool', 'overflow'],
      bounds: ['seed', 'limit', 'hit_from', 'hit_to', 'point_hash'],
      record: ['tenant', 'kind', 'created_at', 'updated_at'],
    },
    related: [
      {
        resource: 'jackpot-history',
        filter: 'level',
        columns: ['number', 'timestamp', 'slot', 'amount', 'state'],
      },
    ],
  },
  form: {
    sections: {
      level: ['jackpot', 'name', 'position', 'machine_level'],
      growth: ['visible', 'hidden'],
      bounds: ['seed', 'limit', 'hit_from', 'hit_to'],
    },
  },
  actions: {
    reset: {
      tone: 'danger',
      when: level => level.state === 'hit',
      why: () => 'running',
      fields: { reason: longText() },
    },
    regenerate: {
      tone: 'danger',
      when: level => level.kind === 'mystery' && level.state === 'running',
      why: level => (level.kind === 'mystery' ? 'hit' : 'progressive'),
      fields: { reason: longText() },
    },
  },
})
